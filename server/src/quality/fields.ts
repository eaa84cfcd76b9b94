import { fieldAgreement } from "@assay/domain/field-agreement.ts";
import { type FieldDefinition, perOf } from "@assay/domain/field-definition.ts";
import { alphaOf } from "@assay/domain/krippendorff.ts";
import { intervalOf } from "./disagreement.ts";
import type { SampledItem } from "./sample.ts";
import type { Quality } from "./schemas.ts";

/** How far annotators agree on each field of the project, by the metric that fits it. */
export async function measureFields(
  definitions: readonly FieldDefinition[],
  items: readonly SampledItem[],
): Promise<Quality["fields"]> {
  const given = items.map(({ answers }) => answers.map(({ fields }) => fields));
  const measured: Quality["fields"] = [];
  for (const definition of definitions) {
    const { disagreement, equal_pairs, ...counts } = fieldAgreement(definition, given);
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
