import { strings as all } from "#strings/items.ts";
import { formatPercent } from "../strings/format.ts";
import type { Item } from "./item.ts";

const { suspicion } = all;

/** From here on a kind of evidence is a reason. People who agree leave 0.25 with two answers; models that hold another label likelier give more than 0.5. */
const REASON = { answers: 0.4, models: 0.5, neighbors: 0.5 };

/** Why the label of an item may be wrong, in words; null without a strong sign. */
export function sayReasons({
  answers,
  models,
  neighbors,
  predicted,
}: NonNullable<Item["suspicion"]>): string | null {
  const named = predicted.map(({ model, labels }) => suspicion.predicted(model, labels));
  const reasons = [
    ...((models ?? 0) > REASON.models ? (named.length > 0 ? named : [suspicion.models]) : []),
    ...((neighbors ?? 0) > REASON.neighbors ? [suspicion.neighbors(formatPercent(neighbors ?? 0))] : []),
    ...((answers ?? 0) >= REASON.answers ? [suspicion.answers] : []),
  ];
  return reasons.length === 0 ? null : reasons.join("; ");
}
