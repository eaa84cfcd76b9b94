import type { paths } from "@assay/sdk/schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/quality.ts";
import { api } from "../api/client.ts";
import { ChoiceCards } from "../design/ChoiceCards.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { formatNumber, formatPercent } from "../strings/format.ts";
import styles from "./LevelChoice.module.css";

const strings = all.levels;

type Levels = paths["/v1/quality-levels"]["get"]["responses"][200]["content"]["application/json"];
type Level = Levels["data"][number];

interface LevelChoiceProps {
  readonly items: number;
  /** The project, whose policy and audit times the costs are based on. */
  readonly project_id?: string;
  readonly value: string;
  readonly onChange: (level: string) => void;
  /** Whether "no certification" is an option: the labels are still to be made, and cost answers. */
  readonly hasNone: boolean;
  /** Focuses the chosen level once the levels are known. */
  readonly autoFocus?: boolean;
}

/** The choice of a quality level with its cost: audits, minutes if known, and the chance to pass. */
export function LevelChoice({
  items,
  project_id,
  value,
  onChange,
  hasNone,
  autoFocus = false,
}: LevelChoiceProps) {
  const query = { items, ...(project_id === undefined ? {} : { project_id }) };
  const levels = useQuery({
    queryKey: ["quality-levels", query],
    queryFn: async () => (await api.GET("/v1/quality-levels", { params: { query } })).data.data,
    placeholderData: keepPreviousData,
  });
  const { data, error } = levels;
  if (data === undefined || error !== null) return <FetchState query={levels} />;
  const choices = data.filter(({ level }) => hasNone || level !== "none");
  const first = choices.find(({ stages }) => stages.length > 0);
  return (
    <ChoiceCards
      label={strings.label}
      isLabelHidden
      isStacked
      choices={choices.map((level) => toChoice(level, hasNone, level === first))}
      value={value}
      onChange={onChange}
      autoFocus={autoFocus}
    />
  );
}

/** A level; the first with costs names them for all, where they stand below each other. */
function toChoice(
  { level, score, stages, chances, slices, overlap }: Level,
  takesAnswers: boolean,
  isHead: boolean,
) {
  const [first] = stages;
  if (first === undefined) {
    return {
      id: level,
      title: strings.none,
      aside: strings.noneAside,
      detail: strings.noneHelp,
    };
  }
  const facts = [
    [strings.fewest, formatNumber(first.required)],
    [strings.most, formatNumber(stages.at(-1)?.required ?? first.required)],
    ...(first.minutes === null ? [] : [[strings.time, strings.minutes(Math.ceil(first.minutes))] as const]),
    ...chances.map(({ right, chance }) => [strings.passes(formatPercent(right)), sayChance(chance)] as const),
    ...(takesAnswers ? [[strings.answers, formatNumber(overlap)] as const] : []),
  ] as const;
  return {
    id: level,
    title: strings.title(`${level.charAt(0).toUpperCase()}${level.slice(1)}`, score),
    detail: (
      <span className={styles.facts}>
        {facts.map(([name, fact]) => (
          <span key={name} className={styles.fact}>
            <span className={isHead ? undefined : styles.again}>{name}</span> <b>{fact}</b>
          </span>
        ))}
        {slices !== null && <span className={styles.slices}>{strings.slices(slices)}</span>}
      </span>
    ),
  };
}

/** A chance in whole percent; never 0 or 100, because neither is certain. */
export function sayChance(chance: number): string {
  if (chance > 0.99 && chance < 1) return strings.over;
  if (chance < 0.01 && chance > 0) return strings.under;
  return formatPercent(chance);
}
