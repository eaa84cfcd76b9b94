import { strings } from "#strings/comments.ts";
import type { Action } from "../actions/action.ts";

/** A letter typed in an open menu finds its entry. */
const isEnabled = () => document.activeElement?.closest("[role=menu]") == null;

interface ThreadDeeds {
  readonly reply: () => void;
  readonly resolve: () => void;
  readonly isResolved: boolean;
}

/** The keys of the thread that one is reading. */
export function threadActions({ reply, resolve, isResolved }: ThreadDeeds): readonly Action[] {
  return [
    { id: "questions.reply", title: strings.reply, keys: ["R"], isEnabled, run: reply },
    {
      ...{ id: "questions.resolve", title: isResolved ? strings.reopen : strings.resolve, keys: ["E"] },
      ...{ isOnce: true, isEnabled, run: resolve },
    },
  ];
}

interface InboxDeeds {
  readonly go: (step: 1 | -1) => void;
  /** Null if the person may not open items. */
  readonly open: (() => void) | null;
}

/** The keys of the list of threads. */
export function inboxActions({ go, open }: InboxDeeds): readonly Action[] {
  const { keys } = strings.inbox;
  return [
    { id: "questions.next", title: keys.next, keys: ["J"], isEnabled, run: () => go(1) },
    { id: "questions.previous", title: keys.previous, keys: ["K"], isEnabled, run: () => go(-1) },
    ...(open === null ? [] : [{ id: "questions.open", title: keys.open, keys: ["O"], isEnabled, run: open }]),
  ];
}
