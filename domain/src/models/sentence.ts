import { counted, written } from "../certification/wording.ts";

/** `resnet`, or `resnet, version 3`. */
export function modelName({
  model,
  version,
}: {
  readonly model: string;
  readonly version: string | null;
}): string {
  return version === null ? model : `${model}, version ${version}`;
}

interface AutoAcceptFacts {
  /** The model with its version. */
  readonly name: string;
  readonly status: "holding" | "checking" | "accepting" | "finished" | "canceled";
  readonly max_wrong: number;
  readonly confidence: number;
  readonly check_size: number;
  readonly checks_open: number;
  readonly accepted: number;
  /** Null until the threshold is chosen. */
  readonly outcome: {
    readonly population: number;
    readonly chosen: {
      readonly threshold: number | null;
      readonly items: number;
      readonly checked: number;
      readonly wrong: number;
      readonly bound: number;
    } | null;
  } | null;
}

/** What an auto-accept does now, or what came of it. */
export function autoAcceptSentence(facts: AutoAcceptFacts): string {
  const { name, status, check_size, checks_open, accepted, outcome, confidence, max_wrong } = facts;
  if (status === "canceled") return `Canceled: no label of ${name} was accepted.`;
  if (status === "holding") return `Items with a prediction of ${name} are being withheld from annotators.`;
  if (status === "checking")
    return `People answer ${counted(check_size, "item")} without seeing the label of ${name}; ${written(checks_open)} of them are still open.`;
  const chosen = outcome?.chosen ?? null;
  if (chosen === null)
    return outcome === null
      ? `The items go back to annotators: nobody accepts labels of ${name}.`
      : `No threshold showed that at most ${percent(max_wrong)} of the labels of ${name} are wrong, so all items go to annotators.`;
  const { threshold, items, checked, wrong, bound } = chosen;
  const set =
    threshold === null
      ? `all ${counted(items, "prediction")}`
      : `${counted(items, "prediction")} with a score of ${rounded(threshold)} or more`;
  return (
    `Labeled by ${name}: ${counted(accepted, "item")}. Of ${set}, people checked ${written(checked)} and found ${written(wrong)} wrong. ` +
    `With ${Number((100 * confidence).toPrecision(6))} % confidence at most ${percent(bound)} of them are wrong.`
  );
}

/** `5 %`, `0.73 %`; rounded up, so that a bound never reads as less than it is. */
function percent(share: number): string {
  return `${Math.ceil(share * 10_000 - 1e-6) / 100} %`;
}

function rounded(score: number): string {
  return String(Number(score.toPrecision(4)));
}
