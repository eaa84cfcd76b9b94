import { strings } from "#strings/editors/labels.ts";
import type { Action } from "../../actions/action.ts";
import { labelColor } from "../../design/label-colors.ts";
import type { Guidelines } from "../editor.ts";
import { KEYS, labelKeys } from "./label-keys.ts";
import { rememberedLabels } from "./remembered.ts";

/** A label that the annotator can choose. */
export interface PickableLabel {
  readonly name: string;
  /** The names of its ancestors, topmost first. */
  readonly path: readonly string[];
  /** A CSS color. */
  readonly color: string;
  /** The key in the notation of `Action`; null if there are more labels than keys. */
  readonly key: string | null;
}

/**
 * The labels to choose from, each with its color and key: the project's hotkey, else the next digit, and after ten
 * labels Shift with a digit. Filtering does not change keys. A project without labels offers the names typed before
 * and those in `used`.
 */
export function pickableLabels(project: Guidelines, used: Iterable<string> = []): readonly PickableLabel[] {
  return pickable(project, ({ relation }) => relation === undefined, used);
}

/** The relation types to choose from in the same way; the labels of spans in a project that has none. */
export function pickableRelations(
  project: Guidelines,
  used: Iterable<string> = [],
): readonly PickableLabel[] {
  const hasTypes = project.labels.some(({ relation, retired }) => relation !== undefined && !retired);
  return pickable(project, ({ relation }) => (relation !== undefined) === hasTypes, used);
}

function pickable(
  project: Guidelines,
  isMeant: (label: Guidelines["labels"][number]) => boolean,
  used: Iterable<string>,
): readonly PickableLabel[] {
  const labels = project.labels.filter((label) => !label.retired && isMeant(label));
  if (labels.length === 0) {
    return [...new Set([...rememberedLabels(project.id), ...used])].map((name, place) => ({
      name,
      path: [],
      color: labelColor(place),
      key: KEYS[place] ?? null,
    }));
  }
  const byId = new Map(project.labels.map((label) => [label.id, label]));
  const pathOf = (parent: string | null): readonly string[] => {
    const above = parent === null ? undefined : byId.get(parent);
    return above === undefined ? [] : [...pathOf(above.parent), above.name];
  };
  const keys = labelKeys(labels.map(({ hotkey }) => hotkey));
  return labels.map(({ name, color, parent }, place) => ({
    name,
    path: pathOf(parent),
    color: color ?? labelColor(place),
    key: keys[place] ?? null,
  }));
}

/** One action per label. List them after the editor's actions, whose keys take precedence. */
export function labelActions(
  labels: readonly PickableLabel[],
  pick: (name: string) => void,
): readonly Action[] {
  return labels.map(({ name, key }) => ({
    id: `label.${name}`,
    title: strings.give(name),
    keys: key === null ? [] : [key],
    isOnce: true,
    run: () => pick(name),
  }));
}
