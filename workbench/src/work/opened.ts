import { strings } from "#strings/work.ts";
import { chooseOpening, editsBetween } from "../drafts/choose.ts";
import { type AnswerDocument, createDocument, type Entries } from "../drafts/document.ts";
import { Keeper } from "../drafts/keeper.ts";
import type { DraftStore, OutgoingBody } from "../drafts/store.ts";
import {
  answerOf,
  entriesOf,
  missingIn,
  type Subject,
  suggestedEntries,
  type WholeAnswer,
} from "../editors/answer/answer.ts";
import type { Gap } from "../editors/editor.ts";
import { type ActiveClock, startActiveClock } from "./active-clock.ts";
import { readTask, saveDraft } from "./deliver.ts";
import type { Prepared } from "./prepare.ts";
import { REASON, reasonIn } from "./reason.ts";
import { draftPlaceOf, isVerified, type Task } from "./task.ts";
import { isUnexplained, judgedAnswer } from "./verdict.ts";

/** A task on the screen, its answer, and what keeps the draft of it. */
export interface Opened extends Prepared {
  readonly document: AnswerDocument<unknown>;
  /** Saves the answer; null if it is read-only. */
  readonly keeper: Keeper | null;
  readonly clock: ActiveClock;
  readonly isReadOnly: boolean;
  /** An auditor sees the label and has not started to correct it. */
  readonly isAccepting: boolean;
  /** The entries of the label that an auditor sees; null for all other tasks. */
  readonly shown: Entries<unknown> | null;
  /** The number of restored changes that the server did not have. */
  readonly restored: number;
  /** The body of the request that submits the answer. */
  readonly answer: () => OutgoingBody;
  /** What blocks the submit. */
  readonly missing: () => Gap | null;
  /** The answer has no changes, neither now nor from before. */
  readonly isUntouched: () => boolean;
  /** The task with the last draft that the server has acknowledged. */
  readonly latest: () => Task;
  readonly correcting: () => Opened;
  /** Takes the auditor's change back. */
  readonly accepting: () => Opened;
  readonly readOnly: () => Opened;
  readonly close: () => void;
}

interface OpenOptions {
  readonly isReadOnly: boolean;
  readonly onKept?: () => void;
  /** The submitted answer of a reopened task. */
  readonly entries?: readonly (readonly [string, unknown])[];
  /** Measures the time of the task; the default is a clock that starts now. */
  readonly clock?: ActiveClock;
}

/** Opens a task with the newest of the server's draft and the local one. */
export function openPrepared(prepared: Prepared, store: DraftStore, options: OpenOptions): Opened {
  const { task, editor, kept, guidelines } = prepared;
  const subject = { editor, project: guidelines, item: task.item };
  const isShown = isVerified(task);
  const first = options.entries ?? firstEntries(prepared);
  const opening = chooseOpening(task, kept, { first, fresh: crypto.randomUUID() });
  const document = createDocument(opening.entries);
  for (const change of opening.restored) document.apply(change);
  const isAhead = opening.isAhead || options.entries !== undefined;
  const { theirs } = opening;
  const keeper = options.isReadOnly
    ? null
    : new Keeper({
        ...{ document, store, place: draftPlaceOf(task), log: opening.log, seq: opening.seq, isAhead },
        isBegun: opening.isAhead,
        revision: task.revision,
        theirs: theirs === null ? null : { at: "conflict", theirs, revision: task.revision },
        save: (draft, revision, isLeaving) => saveDraft(task, draft, revision, isLeaving),
        read: () => readTask(task.id),
        onChange: () => options.onKept?.(),
      });
  const opened: Opened = {
    ...prepared,
    ...{ document, keeper, isReadOnly: options.isReadOnly, restored: opening.restored.length },
    clock: options.clock ?? startActiveClock(() => performance.now()),
    isAccepting: isShown && !isAhead && task.draft === null,
    shown: isShown ? new Map(firstEntries(prepared)) : null,
    answer: () => {
      const entries = document.entries();
      const reason = reasonIn(entries);
      const body = { ...bodyOf(answerIn(opened, subject)), active_ms: opened.clock.ms() };
      return reason === "" ? body : { ...body, reason };
    },
    missing: () =>
      saidOnly(document.unfinished()) ??
      missingIn(subject, document.entries()) ??
      unexplainedIn(opened, subject),
    isUntouched: () => task.draft === null && !isAhead && !document.canUndo() && !document.canRedo(),
    latest: () => ({ ...task, ...keeper?.saved }),
    correcting: () => ({ ...opened, isAccepting: false }),
    accepting: () => {
      const edits = opened.shown === null ? [] : editsBetween(document.entries(), opened.shown);
      document.apply({ name: strings.audit.back, edits });
      return { ...opened, isAccepting: isShown };
    },
    readOnly: () => ({ ...opened, isReadOnly: true, keeper: null }),
    close: () => keeper?.close(),
  };
  return opened;
}

/** Calls `run` once, after the next change of the answer. */
export function onceChanged({ subscribe }: AnswerDocument<unknown>, run: () => void): void {
  const stop = subscribe(() => {
    stop();
    run();
  });
}

/** Chooses between two versions of an answer; undo brings back the other. */
export function chooseVersion({ document, keeper }: Opened, which: "mine" | "theirs"): void {
  const kept = keeper?.kept;
  if (kept?.at !== "conflict") return;
  const mine = document.entries();
  const theirs = new Map(kept.theirs);
  document.apply({ name: strings.messages.tookTheirs, edits: editsBetween(mine, theirs) });
  if (which === "mine") {
    document.apply({ name: strings.messages.tookMine, edits: editsBetween(theirs, mine) });
  }
  keeper?.overrule(kept.revision);
}

/** The initial entries: the label if the auditor sees it, an annotator's suggestion, else none. */
function firstEntries({ task, editor, guidelines }: Prepared) {
  const { item } = task;
  const subject = { editor, project: guidelines, item };
  if (task.kind === "annotate") return suggestedEntries(subject);
  return isVerified(task) ? entriesOf(subject, { result: item.label, fields: item.fields }) : [];
}

/** The answer as it stands in the document; an auditor's with their verdict on the label that they see. */
function answerIn({ document, shown, task: { item } }: Opened, subject: Subject): Judged {
  const entries = document.entries();
  if (shown === null) return answerOf(subject, entries);
  return judgedAnswer({ subject, shown, entries }, { result: item.label, fields: item.fields });
}

/** What an auditor has to add who calls a label wrong; null if nothing. */
function unexplainedIn({ document, shown }: Opened, subject: Subject): Gap | null {
  const isMissing = shown !== null && isUnexplained({ subject, shown, entries: document.entries() });
  return isMissing ? { message: strings.audit.unexplained, question: REASON, target: null } : null;
}

/** What no question asks for. */
function saidOnly(message: string | null): Gap | null {
  return message === null ? null : { message, question: null, target: null };
}

type Judged = WholeAnswer & Pick<OutgoingBody, "verdict">;

function bodyOf({ result, fields, verdict }: Judged): OutgoingBody {
  if (typeof result !== "object" || result === null) throw new TypeError(strings.faults.noResult);
  return { result: { ...result }, ...(fields === null ? {} : { fields }), ...(verdict && { verdict }) };
}
