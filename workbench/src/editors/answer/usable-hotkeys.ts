import { reservedFor } from "@assay/domain/reserved-keys.ts";
import type { Guidelines } from "../editor.ts";
import { canonicalName } from "../names.ts";

/**
 * The guidelines without the hotkeys that the type's editor uses itself, which labels of old projects may have. Such a
 * label gets the next digit (`pickableLabels`).
 */
export function withUsableHotkeys(project: Guidelines): Guidelines {
  const type = canonicalName(project.annotation_type) ?? "";
  const labels = project.labels.map((label) =>
    label.hotkey !== null && reservedFor(type, label.hotkey) !== undefined
      ? { ...label, hotkey: null }
      : label,
  );
  return { ...project, labels };
}
