import { allowedLabels } from "@assay/domain/allowed-labels.ts";
import type { RelationEnds } from "@assay/domain/types/annotation-type.ts";
import type { Entries } from "../../drafts/document.ts";
import type { Guidelines } from "../editor.ts";
import { relationsIn, type SpanEntry, spansIn } from "./answer.ts";

/** The labels of the spans of a relation; without `target` it is not chosen yet. */
export interface Ends {
  readonly source: string;
  readonly target: string | undefined;
}

type Rules = ReadonlyMap<string, RelationEnds> | undefined;

interface Chosen {
  readonly selected: string | null;
  readonly relatedFrom: string | null;
}

/** The ends of the relation that gets the next label: the one being made, or the selected one. */
export function endsOf(entries: Entries<unknown>, { selected, relatedFrom }: Chosen): Ends | undefined {
  const spans = spansIn(entries);
  const relation = relationsIn(entries).get(selected ?? "");
  const from = relatedFrom ?? relation?.from;
  const source = spans.get(from ?? "")?.label;
  if (source === undefined) return undefined;
  const to = relatedFrom === null ? relation?.to : selected;
  return { source, target: to === from ? undefined : spans.get(to ?? "")?.label };
}

/** Whether a relation of this name may have these ends; without rules each may. */
export function fits(rules: Rules, name: string, { source, target }: Ends): boolean {
  const rule = rules?.get(name);
  if (rule === undefined) return rules === undefined;
  const allows = (labels: ReadonlySet<string>, label: string | undefined) =>
    labels.size === 0 || label === undefined || labels.has(label);
  return allows(rule.source, source) && allows(rule.target, target);
}

/**
 * Whether to offer relations: the project has types of them, or names no labels at all. With labels of spans only, the key and the list of
 * actions still make one, because the service takes it.
 */
export function relatesSpans({ labels }: Pick<Guidelines, "labels">): boolean {
  const inUse = labels.filter(({ retired }) => !retired);
  return inUse.length === 0 || inUse.some(({ relation }) => relation !== undefined);
}

/** Whether no relation type of the project begins at a span. */
export function endsNowhere({ labels }: Pick<Guidelines, "labels">, span: SpanEntry | undefined): boolean {
  const rules = allowedLabels(labels)?.relations;
  if (rules === undefined || span === undefined) return false;
  return [...rules.keys()].every((name) => !fits(rules, name, { source: span.label, target: undefined }));
}

/** A relation whose name or ends the project does not allow, with the labels of its spans. */
export interface Misfit extends Ends {
  readonly label: string;
}

/** The first relation that the project does not allow. */
export function misfitIn(entries: Entries<unknown>, rules: Rules): Misfit | undefined {
  if (rules === undefined) return undefined;
  const spans = spansIn(entries);
  for (const { from, to, label } of relationsIn(entries).values()) {
    const [source, target] = [spans.get(from)?.label, spans.get(to)?.label];
    if (source === undefined || target === undefined) continue; // a relation without a span is left out of the answer
    if (!fits(rules, label, { source, target })) return { label, source, target };
  }
  return undefined;
}
