import { count, formatNumber } from "../format.ts";

/** Items in small areas. */
export const strings = {
  audio: "audio",
  text: "text",
  conversation: "conversation",
  failed: "not loaded",
  steps: (steps: number) => count(steps, { one: "step", other: "steps" }),
  outline: (steps: string, tools: string) => (tools === "" ? steps : `${steps} · ${tools}`),
  tools: (names: readonly string[], others: number) =>
    [...names, ...(others > 0 ? [`${formatNumber(others)} more`] : [])].join(", "),
};
