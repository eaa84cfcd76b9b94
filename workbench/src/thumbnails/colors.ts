import { labelColor } from "../design/label-colors.ts";
import type { Guidelines } from "../editors/editor.ts";
import { pickableLabels } from "../editors/labels/pickable.ts";

const known = new WeakMap<Guidelines, Map<string, string>>();

/** The color of a label, as its editor shows it. Labels that the project does not have get the next colors. */
export function colorIn(project: Guidelines, label: string): string {
  const colors =
    known.get(project) ?? new Map(pickableLabels(project).map(({ name, color }) => [name, color]));
  known.set(project, colors);
  const color = colors.get(label) ?? labelColor(colors.size);
  colors.set(label, color);
  return color;
}
