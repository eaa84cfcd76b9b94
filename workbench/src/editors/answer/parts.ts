import type { Guidelines } from "../editor.ts";
import { loadInputs } from "../fields/inputs.ts";
import { later } from "../later.tsx";

/** Few projects ask about the messages of conversations. */
export const LabeledSteps = later(async () => (await import("../fields/LabeledSteps.tsx")).LabeledSteps);

/** Loads what the project's fields need besides the editor of its type. */
export async function loadParts({ fields }: Pick<Guidelines, "fields">): Promise<void> {
  await Promise.all([loadInputs(fields), asksSteps({ fields }) && LabeledSteps.load()]);
}

/** Whether the project asks about the messages of conversations. */
export function asksSteps({ fields }: Pick<Guidelines, "fields">): boolean {
  return fields.some(({ per }) => per === "message");
}
