import { strings } from "#strings/work.ts";
import type { Action } from "../actions/action.ts";

/** The functions behind the actions of the work screen. */
export interface FrameDeeds {
  readonly submit: () => void;
  readonly skip: () => void;
  readonly layAside: () => void;
  readonly reopen: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly save: () => void;
  readonly guidelines: () => void;
  readonly talk: () => void;
  readonly palette: () => void;
  readonly help: () => void;
  /** More keys that reopen the last answer. */
  readonly backKeys?: readonly string[];
  readonly can: (deed: "answer" | "undo" | "redo" | "reopen") => boolean;
}

/** The usual key that submits the answer. */
export const SUBMIT_KEY = "Ctrl+Enter";

/** The usual key that reopens the last answer, in every editor. */
export const REOPEN_KEY = "Ctrl+Shift+Backspace";

/** The usual key that opens and closes the guidelines. */
export const GUIDELINES_KEY = "F2";

/** The usual key that opens and closes the comments. */
export const COMMENTS_KEY = "Alt+C";

/** In a text that has the focus, Ctrl with an arrow moves the caret by a word. */
const isInText = () => document.activeElement?.role === "textbox";

/** The actions of the work screen, for all editors. */
export function frameActions(deeds: FrameDeeds): readonly Action[] {
  const { can } = deeds;
  const answering = { isEnabled: () => can("answer") };
  return [
    {
      id: "work.submit",
      title: strings.actions.submit,
      keys: [SUBMIT_KEY],
      isOnce: true,
      run: deeds.submit,
      ...answering,
    },
    {
      ...{ id: "work.skip", title: strings.actions.skip, keys: ["Ctrl+Shift+Space"], run: deeds.skip },
      ...answering,
    },
    {
      ...{ id: "work.lay-aside", title: strings.actions.setAside, keys: ["Ctrl+ArrowRight"] },
      ...{ run: deeds.layAside, isEnabled: () => can("answer") && !isInText() },
    },
    {
      ...{ id: "work.reopen", title: strings.actions.reopen, keys: [REOPEN_KEY, ...(deeds.backKeys ?? [])] },
      ...{ run: deeds.reopen, isOnce: true, isEnabled: () => can("reopen") },
    },
    {
      id: "work.undo",
      title: strings.actions.undo,
      keys: ["Ctrl+Z"],
      run: deeds.undo,
      isEnabled: () => can("undo"),
    },
    {
      ...{ id: "work.redo", title: strings.actions.redo, keys: ["Ctrl+Shift+Z", "Ctrl+Y"] },
      ...{ run: deeds.redo, isEnabled: () => can("redo") },
    },
    { id: "work.save", title: strings.actions.save, keys: ["Ctrl+S"], run: deeds.save, ...answering },
    {
      id: "work.guidelines",
      title: strings.actions.guidelines,
      keys: [GUIDELINES_KEY],
      run: deeds.guidelines,
    },
    { id: "work.comments", title: strings.actions.comments, keys: [COMMENTS_KEY], run: deeds.talk },
    { id: "work.palette", title: strings.actions.palette, keys: ["Ctrl+K"], run: deeds.palette },
    { id: "work.help", title: strings.actions.keys, keys: ["?", "F1"], run: deeds.help },
  ];
}

/** A reason as the API stores it, and as a person reads it; null: one that they write. */
export type Reason = readonly [stored: string | null, words: string];

/** The reasons to skip an item; the position is the digit. */
export const SKIP_REASONS: readonly Reason[] = [
  ...Object.entries(strings.skip.reasons),
  [null, strings.skip.other],
];

/** The reasons to exclude an item: first those for which annotators skipped it, then the usual ones that are about the item. */
export function excludeReasons(given: readonly string[]): readonly Reason[] {
  const words: Readonly<Record<string, string>> = strings.skip.reasons;
  const reasons = [
    ...given.map((stored): Reason => [stored, words[stored] ?? stored]),
    ...SKIP_REASONS.slice(0, 3),
  ];
  return [...new Map(reasons.map((reason) => [reason[1], reason])).values()].slice(0, 9);
}

/** The keys of a list of reasons. */
export function reasonActions(
  reasons: readonly Reason[],
  choose: (reason: Reason) => void,
): readonly Action[] {
  return reasons.map((reason, index) => ({
    id: `skip.${index + 1}`,
    title: reason[1],
    keys: [`Digit${index + 1}`],
    run: () => choose(reason),
  }));
}
