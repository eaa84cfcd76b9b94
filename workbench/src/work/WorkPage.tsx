import { useRouteContext, useSearch } from "@tanstack/react-router";
import { memo, useEffect, useState, useSyncExternalStore } from "react";
import { strings as all } from "#strings/work.ts";
import { useActions } from "../actions/use-actions.ts";
import { Pins, PinsContext } from "../comments/pins.ts";
import type { Outgoing } from "../drafts/store.ts";
import { AnswerEditor } from "../editors/answer/AnswerEditor.tsx";
import { AssistContext } from "../editors/assist.ts";
import { BesideContext } from "../editors/beside.ts";
import { useEntries } from "../editors/entries.ts";
import { ReadItemContext } from "../editors/media/use-content-url.ts";
import { SelectedObject } from "../editors/selected-object.ts";
import { type Stream, StreamContext } from "../editors/stream.ts";
import { SignInAgain } from "../sign-in/SignInAgain.tsx";
import { Adjudication } from "./Adjudication.tsx";
import { Aside, type AsideName, isNarrow, useAside } from "./Aside.tsx";
import { AuditBar, AuditReason } from "./AuditBar.tsx";
import { frameActions } from "./actions.ts";
import { readTask } from "./deliver.ts";
import { FeedbackNotice } from "./FeedbackNotice.tsx";
import { TaskGuidelines } from "./GuidelinesDialog.tsx";
import { Messages } from "./Messages.tsx";
import { NoTask } from "./NoTask.tsx";
import { OutboxDialog } from "./OutboxDialog.tsx";
import type { OpenDialog } from "./open-dialog.ts";
import type { Opened } from "./opened.ts";
import { Palette } from "./Palette.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import { SkipDialog } from "./SkipDialog.tsx";
import { SuggestionBar, useSuggestion } from "./SuggestionBar.tsx";
import { Swipes } from "./Swipes.tsx";
import { TopBar } from "./TopBar.tsx";
import { TrainingNotice } from "./TrainingNotice.tsx";
import { draftPlaceOf, type WorkScope } from "./task.ts";
import { TaskQueue } from "./task-queue.ts";
import { AT_FIRST, type TaskQueueState } from "./task-queue-state.ts";
import { useAssist } from "./use-assist.ts";
import { useQueue } from "./use-queue.ts";
import { useRoomAboveKeyboard } from "./use-room-above-keyboard.ts";
import { lettersOf, useStream } from "./use-stream.ts";
import { useSwipes } from "./use-swipes.ts";
import { useTraining } from "./use-training.ts";
import styles from "./WorkPage.module.css";

const strings = all.page;

/** The work screen: annotate, audit and adjudicate one item after another. */
export function WorkPage() {
  const { person } = useRouteContext({ from: "/work" });
  const scope = useSearch({ from: "/work" });
  const [queue, state] = useQueue(TaskQueue, AT_FIRST, person.member_id, scope);
  useEffect(() => {
    const wayBack = [import("./MyWork.tsx"), import("./background-outbox.ts"), import("./lead-to.ts")]; // so that it needs no connection
    Promise.all(wayBack).catch(() => undefined);
  }, []);
  if (queue === undefined) return <p className={styles.waiting}>{strings.opening}</p>;
  return <Work queue={queue} state={state} scope={scope} />;
}

interface WorkProps {
  readonly queue: TaskQueue;
  readonly state: TaskQueueState;
}

function Work({ queue, state, scope }: WorkProps & { readonly scope: WorkScope }) {
  const [over, setOver] = useState<OpenDialog>(null);
  const [aside, toggle] = useAside();
  const { current, isSignedOut } = state;
  const close = () => setOver(null);
  const talk = () => toggle("comments");
  const open = (next: OpenDialog) =>
    next === "guidelines" && !isNarrow() ? toggle("guidelines") : setOver(next);
  const correct = (refused: Outgoing) => {
    close();
    void queue.correctRefused(refused);
  };
  useEffect(() => {
    if (isSignedOut) setOver("sign-in");
  }, [isSignedOut]);
  useRoomAboveKeyboard();
  const training = useTraining(state, scope);
  const stream = useStream(queue, state);
  useFrameActions(queue, state, over, open, talk);
  return (
    <div className={styles.page}>
      <TopBar queue={queue} state={state} onOpen={open} aside={aside} onTalk={talk} />
      <Messages queue={queue} state={state} onOpen={setOver} onTalk={() => aside === "comments" || talk()}>
        {training !== null && <TrainingNotice shown={training} />}
      </Messages>
      <main className={styles.main}>
        {current === null ? (
          <NoTask queue={queue} state={state} hasFailed={training?.training.status === "failed"} />
        ) : (
          <TaskView
            key={draftPlaceOf(current.task)}
            current={current}
            queue={queue}
            onOpen={setOver}
            aside={aside}
            onAsideEnd={() => aside !== null && toggle(aside)}
            stream={stream}
          />
        )}
      </main>
      <FeedbackNotice given={state.feedback} onClose={() => queue.hideFeedback()} />
      {(over === "skip" || over === "exclude") && (
        <SkipDialog what={over} given={current?.task.skip_reasons ?? []} queue={queue} onClose={close} />
      )}
      {over === "palette" && <Palette onClose={close} />}
      {over === "help" && <Shortcuts onClose={close} />}
      {over === "outbox" && (
        <OutboxDialog
          queue={queue}
          outgoing={state.outgoing}
          onClose={close}
          {...(state.phase !== "elsewhere" && { onCorrect: correct })}
        />
      )}
      {over === "sign-in" && (
        <SignInAgain onSignedIn={() => void queue.resume()} onClose={close}>
          {strings.keptHere}
        </SignInAgain>
      )}
      {current !== null && (
        <TaskGuidelines current={current} isAsked={over === "guidelines"} onClose={close} />
      )}
    </div>
  );
}

function useFrameActions(
  queue: TaskQueue,
  state: TaskQueueState,
  over: OpenDialog,
  open: (over: OpenDialog) => void,
  talk: () => void,
): void {
  const { current, last } = state;
  const letters = lettersOf(current);
  useActions(
    frameActions({
      submit: () => queue.submit(),
      skip: () => open("skip"),
      layAside: () => void queue.layAside(),
      reopen: () => void queue.reopenLast(),
      undo: () => void current?.document.undo(),
      redo: () => void current?.document.redo(),
      save: () => void current?.keeper?.flush(),
      guidelines: () => open("guidelines"),
      talk,
      palette: () => open("palette"),
      help: () => open("help"),
      backKeys: ["Backspace", "U"].filter((key) => letters.has(key)),
      can: (deed) => {
        if (deed === "reopen") return last !== null && over === null;
        if (current === null || current.isReadOnly || (over !== null && over !== "palette")) return false;
        if (deed === "undo") return !current.isAccepting && current.document.canUndo();
        return deed === "redo" ? !current.isAccepting && current.document.canRedo() : true;
      },
    }),
  );
}

interface TaskViewProps {
  readonly current: Opened;
  readonly queue: TaskQueue;
  readonly onOpen: (over: OpenDialog) => void;
  readonly aside: AsideName | null;
  readonly onAsideEnd: () => void;
  readonly stream: Stream | null;
}

/** The item, and what is open beside it. */
function TaskView({ aside, onAsideEnd, stream, ...props }: TaskViewProps) {
  const { task } = props.current;
  const [pins] = useState(() => new Pins());
  const [first] = useState(aside);
  const [readItem] = useState(() => async () => (await readTask(task.id)).item);
  return (
    <PinsContext value={pins}>
      <ReadItemContext value={readItem}>
        <div className={styles.pair}>
          <div className={styles.work}>
            <StreamContext value={stream}>
              <ViewOfKind {...props} />
            </StreamContext>
          </div>
          {aside !== null && (
            <Aside name={aside} current={props.current} onClose={onAsideEnd} isKept={aside === first} />
          )}
        </div>
      </ReadItemContext>
    </PinsContext>
  );
}

/**
 * The item with its editor, and the controls of audits and adjudications. Renders again when the item or the answer
 * changes, not when the outbox does.
 */
const ViewOfKind = memo(function ViewOfKind({
  current,
  queue,
  onOpen,
}: Omit<TaskViewProps, "aside" | "onAsideEnd" | "stream">) {
  const { editor, Component, task, guidelines, document, isReadOnly, isAccepting } = current;
  useEntries(document);
  const assist = useAssist(task, guidelines);
  const suggestion = useSuggestion(current, queue);
  const swipes = useSwipes(current, suggestion.deeds);
  const selected = useLead(queue, document);
  if (task.kind === "adjudicate") {
    return <Adjudication {...{ current, queue, selected }} onExclude={() => onOpen("exclude")} />;
  }
  return (
    <>
      {task.kind === "audit" && <AuditBar current={current} queue={queue} />}
      {task.kind === "annotate" && <SuggestionBar current={current} suggestion={suggestion} />}
      <div className={styles.editor} data-audit={task.kind === "audit" || undefined}>
        <AssistContext value={assist}>
          <BesideContext value={task.kind === "audit" && <AuditReason current={current} />}>
            <Swipes {...swipes}>
              <AnswerEditor
                editor={editor}
                Component={Component}
                item={task.item}
                project={guidelines}
                document={document}
                selected={selected}
                isReadOnly={isReadOnly || isAccepting}
              />
            </Swipes>
          </BesideContext>
        </AssistContext>
      </div>
    </>
  );
});

/** Leads to the question that blocked a submit; returns what selects its object. */
function useLead(queue: TaskQueue, document: Opened["document"]): SelectedObject {
  const [selected] = useState(() => new SelectedObject());
  const gap = useSyncExternalStore(queue.subscribe, () => queue.state().gap);
  useEffect(() => {
    if (gap !== null)
      void import("./lead-to.ts")
        .then(({ leadTo }) => leadTo(gap, selected, document))
        .catch(() => undefined);
  }, [gap, selected, document]);
  return selected;
}
