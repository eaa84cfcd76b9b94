import { Link } from "@tanstack/react-router";
import { strings as all } from "#strings/projects.ts";
import type { Project } from "../api/project.ts";
import { Checkbox } from "../design/Checkbox.tsx";
import { Field } from "../design/Field.tsx";
import { Panel } from "../design/Panel.tsx";
import { formatNumber } from "../strings/format.ts";
import styles from "./ProjectPage.module.css";

const strings = all.annotation;

type Policy = Project["quality_policy"];

/** The part of a quality policy that this panel changes, as typed; empty where the level decides. */
export interface TypedPolicy {
  readonly overlap: string;
  /** In percent, as is `gold_floor`. */
  readonly gold_share: string;
  readonly gold_floor: string;
  readonly feedback: boolean;
}

/** What a project's policy looks like in the panel. */
export function typedPolicy({ overlap, gold_share, gold_floor, feedback }: Policy): TypedPolicy {
  const percent = (share: number | undefined) =>
    share === undefined ? "" : String(+(share * 100).toFixed(2));
  return {
    overlap: overlap?.toString() ?? "",
    gold_share: percent(gold_share),
    gold_floor: percent(gold_floor),
    feedback: feedback ?? false,
  };
}

/** The policy with what was typed; the rest of it stays. What is no number goes to the service, which says what is wrong. */
export function withTyped(policy: Policy, typed: TypedPolicy): Policy {
  const { overlap: _1, gold_share: _2, gold_floor: _3, feedback: _4, ...rest } = policy;
  const number = (text: string, of = 1) =>
    text.trim() === "" ? undefined : Number(text.replace(",", ".")) / of;
  const [overlap, gold_share, gold_floor] = [
    number(typed.overlap),
    number(typed.gold_share, 100),
    number(typed.gold_floor, 100),
  ];
  return {
    ...rest,
    ...(overlap === undefined ? {} : { overlap }),
    ...(gold_share === undefined ? {} : { gold_share }),
    ...(gold_floor === undefined ? {} : { gold_floor }),
    ...(typed.feedback || policy.feedback !== undefined ? { feedback: typed.feedback } : {}),
  };
}

interface AnnotationSettingsProps {
  readonly value: TypedPolicy;
  readonly onChange: (value: TypedPolicy) => void;
  /** Items of the project, to say what the overlap costs. */
  readonly items: number;
}

/** How many annotators answer each item, how they are measured, and where to choose them. */
export function AnnotationSettings({ value, onChange, items }: AnnotationSettingsProps) {
  const overlap = Number(value.overlap);
  const field = (name: "overlap" | "gold_share" | "gold_floor", label: string, description: string) => (
    <Field
      label={label}
      description={description}
      inputMode="decimal"
      value={value[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  );
  return (
    <Panel title={strings.title}>
      <p className={styles.quiet}>
        {strings.applies} {strings.who} <Link to="/members">{strings.members}</Link>
      </p>
      <div className={styles.form}>
        {field(
          "overlap",
          strings.overlap,
          overlap > 0 ? strings.answers(formatNumber(items), formatNumber(items * overlap)) : strings.byLevel,
        )}
        {field("gold_share", strings.goldShare, strings.goldShareHelp)}
        {field("gold_floor", strings.goldFloor, strings.goldFloorHelp)}
        <Checkbox isSelected={value.feedback} onChange={(feedback) => onChange({ ...value, feedback })}>
          {strings.feedback}
        </Checkbox>
      </div>
    </Panel>
  );
}
