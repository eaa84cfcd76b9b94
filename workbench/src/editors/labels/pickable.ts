import { strings } from "#strings/editors/labels.ts";
import type { Action } from "../../actions/action.ts";
import { labelColor } from "../../design/label-colors.ts";
import type { Guidelines } from "../editor.ts";
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

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const KEYS = [...DIGITS.map((digit) => `Digit${digit}`), ...DIGITS.map((digit) => `Shift+Digit${digit}`)];

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
  const own = labels.map(({ hotkey }) => (hotkey === null ? null : ownKey(hotkey)));
  const free = KEYS.filter((key) => !own.includes(key));
  return labels.map(({ name, color, parent }, place) => ({
    name,
    path: pathOf(parent),
    color: color ?? labelColor(place),
    key: own[place] ?? free.shift() ?? null,
  }));
}

/** A digit means a position on the keyboard, a letter means the typed character. */
function ownKey(hotkey: string): string {
  return /^\d$/.test(hotkey) ? `Digit${hotkey}` : hotkey;
}

/** The key as a button shows it: `1`, `Shift 1` (some fonts lack the arrow ⇧), `Q`. */
export function shownKey(key: string): string {
  const shown = key.replace(/^Shift\+/, "Shift ").replace("Digit", "");
  return shown.length === 1 ? shown.toUpperCase() : shown;
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
