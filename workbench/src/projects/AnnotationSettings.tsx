import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { CheckboxGroup, Label } from "react-aria-components";
import { strings as all } from "#strings/annotation-settings.ts";
import type { Project } from "../api/project.ts";
import { Checkbox } from "../design/Checkbox.tsx";
import { Field } from "../design/Field.tsx";
import { Panel } from "../design/Panel.tsx";
import { Select } from "../design/Select.tsx";
import { formatNumber } from "../strings/format.ts";
import { faultsUnder, namesIn } from "./draft.ts";
import styles from "./ProjectPage.module.css";

const strings = all.annotation;

type Policy = Project["quality_policy"];

/** The part of a quality policy that this panel changes, as typed; empty where the level decides. */
export interface TypedPolicy {
  readonly overlap: string;
  /** In percent, as are the two that follow. */
  readonly gold_share: string;
  readonly gold_floor: string;
  readonly max_excluded_share: string;
  readonly feedback: boolean;
  /** Empty: as the level says. */
  readonly audit_mode: "" | "verify" | "blind";
  readonly show: Show;
  readonly scored_fields: readonly string[];
  /** Keys of metadata, separated by commas, each with its least score behind a colon if it has one. */
  readonly slices: string;
}

type Show = NonNullable<NonNullable<Policy["predictions"]>["show"]>;

/** What a project's policy looks like in the panel. */
export function typedPolicy({ overlap, gold_share, gold_floor, ...policy }: Policy): TypedPolicy {
  const percent = (share: number | undefined) =>
    share === undefined ? "" : String(+(share * 100).toFixed(2));
  return {
    overlap: overlap?.toString() ?? "",
    gold_share: percent(gold_share),
    gold_floor: percent(gold_floor),
    max_excluded_share: percent(policy.max_excluded_share),
    feedback: policy.feedback ?? false,
    audit_mode: policy.audit_mode ?? "",
    show: policy.show_predictions === false ? "never" : (policy.predictions?.show ?? "first"),
    scored_fields: policy.scored_fields ?? [],
    slices: (policy.slices ?? []).map(saySlice).join(", "),
  };
}

type Slice = NonNullable<Policy["slices"]>[number];

function saySlice(slice: Slice): string {
  if (typeof slice === "string") return slice;
  return slice.min_score === undefined ? slice.key : `${slice.key}: ${slice.min_score}`;
}

function toSlice(text: string): Slice {
  const [, key = "", score] = /^(.*?)\s*:\s*(\d+)$/.exec(text) ?? [];
  return score === undefined ? text : { key, min_score: Number(score) };
}

/** The policy with what was typed; the rest of it stays. What is no number goes to the service, which says what is wrong. */
export function withTyped(policy: Policy, typed: TypedPolicy): Policy {
  const { overlap: _1, gold_share: _2, gold_floor: _3, max_excluded_share: _4, ...others } = policy;
  const { audit_mode: _5, show_predictions: _6, ...rest } = others;
  const { audit_mode, show, scored_fields, feedback } = typed;
  const slices = namesIn(typed.slices).map(toSlice);
  const number = (text: string, of = 1) =>
    text.trim() === "" ? undefined : Number(text.replace(",", ".")) / of;
  const overlap = number(typed.overlap);
  const [gold_share, gold_floor] = [number(typed.gold_share, 100), number(typed.gold_floor, 100)];
  const max_excluded_share = number(typed.max_excluded_share, 100);
  return {
    ...rest,
    ...(overlap === undefined ? {} : { overlap }),
    ...(gold_share === undefined ? {} : { gold_share }),
    ...(gold_floor === undefined ? {} : { gold_floor }),
    ...(max_excluded_share === undefined ? {} : { max_excluded_share }),
    ...(audit_mode === "" ? {} : { audit_mode }),
    ...(show === "first" && policy.predictions === undefined
      ? {}
      : { predictions: { ...policy.predictions, show } }),
    ...(feedback || policy.feedback !== undefined ? { feedback } : {}),
    ...(scored_fields.length > 0 || policy.scored_fields !== undefined
      ? { scored_fields: [...scored_fields] }
      : {}),
    ...(slices.length > 0 || policy.slices !== undefined ? { slices } : {}),
  };
}

const MARKED = Object.keys(strings.refused).map((name) => `quality_policy.${name}`);

/** Whether the service refused only what is marked at its field in this panel. */
export function isMarked(fault: string): boolean {
  return fault.split("; ").every((part) => MARKED.some((path) => faultsUnder(part, path).length > 0));
}

interface AnnotationSettingsProps {
  readonly value: TypedPolicy;
  readonly onChange: (value: TypedPolicy) => void;
  /** Items of the project, to say what the overlap costs. */
  readonly items: number;
  /** Names of the project's attributes. */
  readonly fields: readonly string[];
  /** Why the service refused the policy; empty if it did not. */
  readonly fault: string;
}

const SHOWS = (["first", "after_first_answer", "never"] as const).map((id) => ({
  id,
  name: strings.shows[id],
}));
const AUDITS = [
  { id: "" as const, name: strings.auditsByLevel },
  ...(["verify", "blind"] as const).map((id) => ({ id, name: strings.audits[id] })),
];

/** How many annotators answer each item, what they and auditors see, how they are measured, and where to choose them. */
export function AnnotationSettings({ value, onChange, items, fields, fault }: AnnotationSettingsProps) {
  const overlap = Number(value.overlap);
  const { scored_fields } = value;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fault !== "") form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [fault]);
  const field = (
    name: "overlap" | "gold_share" | "gold_floor" | "max_excluded_share" | "slices",
    label: string,
    description: string,
  ) => (
    <Field
      label={label}
      description={description}
      fault={faultsUnder(fault, `quality_policy.${name}`).length > 0 ? strings.refused[name] : undefined}
      inputMode={name === "slices" ? "text" : "decimal"}
      value={value[name]}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  );
  return (
    <Panel title={strings.title}>
      <p className={styles.quiet}>
        {strings.applies} {strings.who} <Link to="/members">{strings.members}</Link>
      </p>
      <div ref={form} className={styles.form}>
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
        <Select
          label={strings.show}
          description={strings.showHelp}
          options={SHOWS}
          value={value.show}
          onChange={(show) => onChange({ ...value, show })}
        />
        <Select
          label={strings.audit}
          description={strings.auditHelp}
          options={AUDITS}
          value={value.audit_mode}
          onChange={(audit_mode) => onChange({ ...value, audit_mode })}
        />
        {field("max_excluded_share", strings.excluded, strings.excludedHelp)}
        {field("slices", strings.slices, strings.slicesHelp)}
        {fields.length > 0 && (
          <CheckboxGroup
            className={styles.choices ?? ""}
            value={[...scored_fields]}
            onChange={(scored) => onChange({ ...value, scored_fields: scored })}
          >
            <Label>{strings.scored}</Label>
            {fields.map((name) => (
              <Checkbox key={name} value={name}>
                {name}
              </Checkbox>
            ))}
          </CheckboxGroup>
        )}
      </div>
    </Panel>
  );
}
