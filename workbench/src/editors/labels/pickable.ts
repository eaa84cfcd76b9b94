import { strings as all } from "#strings/editors.ts";
import type { Action } from "../../actions/action.ts";
import { labelColor } from "../../design/label-colors.ts";
import type { Guidelines } from "../editor.ts";
import { rememberedLabels } from "./remembered.ts";

const strings = all.labels;

/** A label as it can be picked. */
export interface PickableLabel {
  readonly name: string;
  /** The names of the labels above it, the topmost first. */
  readonly path: readonly string[];
  /** As CSS. */
  readonly color: string;
  /** As an `Action` has it; null where there are more labels than keys. */
  readonly key: string | null;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const KEYS = [...DIGITS.map((digit) => `Digit${digit}`), ...DIGITS.map((digit) => `Shift+Digit${digit}`)];

/**
 * The labels that can be given, each with its colour and key: the project's own key, or the next digit, and after ten
 * labels the next with Shift. A key does not depend on what is filtered. Where the project names no label, any will
 * do: then those that were typed before, and those that are `used` already. A label's own key that is one of the
 * `editorKeys` gives way to the editor's action, and the label takes the next digit.
 */
export function pickableLabels(
  project: Guidelines,
  used: Iterable<string> = [],
  editorKeys = "",
): readonly PickableLabel[] {
  const labels = project.labels.filter(({ retired }) => !retired);
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
  const isTaken = (hotkey: string) => hotkey.length === 1 && editorKeys.includes(hotkey.toUpperCase());
  const own = labels.map(({ hotkey }) => (hotkey === null || isTaken(hotkey) ? null : ownKey(hotkey)));
  const free = KEYS.filter((key) => !own.includes(key));
  return labels.map(({ name, color, parent }, place) => ({
    name,
    path: pathOf(parent),
    color: color ?? labelColor(place),
    key: own[place] ?? free.shift() ?? null,
  }));
}

/** A digit is a place on the keyboard, a letter is what is typed. */
function ownKey(hotkey: string): string {
  return /^\d$/.test(hotkey) ? `Digit${hotkey}` : hotkey;
}

/** What a button shows of a key: `1`, `Shift 1` (not every font has an arrow for it), `Q`. */
export function shownKey(key: string): string {
  const shown = key.replace(/^Shift\+/, "Shift ").replace("Digit", "");
  return shown.length === 1 ? shown.toUpperCase() : shown;
}

/** An action for each label; put them after the editor's own, whose keys then come first. */
export function labelActions(
  labels: readonly PickableLabel[],
  pick: (name: string) => void,
): readonly Action[] {
  return labels.map(({ name, key }) => ({
    id: `label.${name}`,
    title: strings.give(name),
    keys: key === null ? [] : [key],
    run: () => pick(name),
  }));
}
