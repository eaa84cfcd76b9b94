import { type FieldedItem, fieldAgreement } from "@assay/domain/field-agreement.ts";
import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { perOf } from "@assay/domain/field-limits.ts";
import { alphaOf } from "@assay/domain/krippendorff.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { createPause, runInSteps } from "../platform/pause.ts";
import { intervalOf } from "./disagreement.ts";
import type { SampledItem } from "./sample.ts";
import type { Quality } from "./schemas.ts";

/** The annotators' agreement on each field of the project, by the metric for its type. Yields to other work meanwhile. */
export async function measureFields(
  type: AnnotationType,
  definitions: readonly FieldDefinition[],
  items: readonly SampledItem[],
): Promise<Quality["fields"]> {
  const asksOfObjects = definitions.some((definition) => perOf(definition) === "object");
  const given = await fieldedItems(items, asksOfObjects ? type : { objectGroups: () => [] });
  const measured: Quality["fields"] = [];
  for (const definition of definitions) {
    const { disagreement, equal_pairs, ...counts } = await runInSteps(fieldAgreement(definition, given));
    const none = { low: null, high: null };
    const { low, high } = disagreement === null ? none : await intervalOf(disagreement);
    measured.push({
      ...{ type: definition.type, per: perOf(definition), ...counts },
      raw: counts.pairs === 0 ? null : equal_pairs / counts.pairs,
      alpha: disagreement === null ? null : alphaOf(disagreement),
      ...{ alpha_low: low, alpha_high: high },
    });
  }
  return measured;
}

/** Yields to other work meanwhile: matching objects takes many comparisons. */
async function fieldedItems(
  items: readonly SampledItem[],
  { objectGroups }: Pick<AnnotationType, "objectGroups">,
): Promise<FieldedItem[]> {
  const pause = createPause();
  const fielded: FieldedItem[] = [];
  for (const { answers } of items) {
    const results = answers.map(({ result }) => result);
    fielded.push({ fields: answers.map(({ fields }) => fields), objects: objectGroups(results) });
    await pause();
  }
  return fielded;
}
