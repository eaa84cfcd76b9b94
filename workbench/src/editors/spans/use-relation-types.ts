import { allowedLabels } from "@assay/domain/allowed-labels.ts";
import { useEffect, useMemo } from "react";
import { strings } from "#strings/editors/spans.ts";
import type { Entries } from "../../drafts/document.ts";
import type { EditorProps } from "../editor.ts";
import type { PickableLabel } from "../labels/pickable.ts";
import { endsOf, fits, misfitIn } from "./relation-types.ts";
import type { SpanHand } from "./use-spans.ts";

interface Used extends Pick<EditorProps, "project" | "document"> {
  readonly entries: Entries<unknown>;
  readonly hand: SpanHand;
}

/** The relation types that fit the relation at hand; a relation that the project does not allow holds the submit back. */
export function useRelationTypes(
  types: readonly PickableLabel[],
  { project, document, entries, hand }: Used,
) {
  const rules = useMemo(() => allowedLabels(project.labels)?.relations, [project]);
  const ends = hand.isForHits ? undefined : endsOf(entries, hand);
  const fitting = ends === undefined ? types : types.filter(({ name }) => fits(rules, name, ends));
  const misfit = useMemo(() => misfitIn(entries, rules), [entries, rules]);
  const waits = misfit === undefined ? null : strings.misfit(misfit);
  useEffect(() => document.onFinish(() => waits), [document, waits]);
  return {
    /** Undefined unless the next label is that of a relation. */
    ends,
    fitting,
    /** No relation type allows the spans. */
    isImpossible: rules !== undefined && fitting.length === 0,
    /** Why the answer cannot be submitted; null if it can. */
    waits,
  };
}
