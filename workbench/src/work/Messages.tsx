import { type ReactNode, useState } from "react";
import { strings as all } from "#strings/work.ts";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";
import { createDocument } from "../drafts/document.ts";
import styles from "./Messages.module.css";
import type { OpenDialog } from "./open-dialog.ts";
import { chooseVersion, type Opened } from "./opened.ts";
import type { TaskQueue } from "./task-queue.ts";
import type { TaskQueueState } from "./task-queue-state.ts";

const strings = all.messages;

interface MessagesProps {
  readonly queue: TaskQueue;
  readonly state: TaskQueueState;
  readonly onOpen: (over: OpenDialog) => void;
  readonly onTalk: () => void;
  /** A message above those about the item. */
  readonly children?: ReactNode;
}

/**
 * Messages about the item. Those known when it opens are above the editor; later ones cover a corner of the editor,
 * so that nothing moves under the pointer.
 */
export function Messages({ queue, state, onOpen, onTalk, children }: MessagesProps) {
  const { current, notice, phase, isSignedOut } = state;
  const kept = current?.keeper?.kept;
  return (
    <>
      <div className={styles.messages} aria-live="polite">
        {children}
        {phase === "elsewhere" && (
          <Notice tone="warn" title={strings.elsewhere}>
            <p>{strings.readOnly}</p>
            <Button onPress={() => void queue.takeOver()}>{strings.takeOver}</Button>
          </Notice>
        )}
        {current !== null && <OfItem current={current} onTalk={onTalk} />}
      </div>
      <div className={styles.over} aria-live="polite" data-over>
        {isSignedOut && (
          <Notice tone="warn" title={strings.signedOut}>
            <Button onPress={() => onOpen("sign-in")}>{strings.signIn}</Button>
          </Notice>
        )}
        {notice !== null && current !== null && <Notice tone="warn">{notice}</Notice>}
        {kept?.at === "here" && (
          <Notice tone="warn" title={strings.keptHere}>
            <p>{kept.why}</p>
          </Notice>
        )}
      </div>
    </>
  );
}

function OfItem({ current, onTalk }: { readonly current: Opened; readonly onTalk: () => void }) {
  const { task, restored, keeper, isReadOnly } = current;
  const kept = keeper?.kept;
  return (
    <>
      {task.reason !== null && task.kind === "annotate" && (
        <Notice tone="warn" title={strings.cameBack}>
          <p className={styles.reason}>{task.reason}</p>
          <Button look="quiet" onPress={onTalk}>
            {strings.reply}
          </Button>
        </Notice>
      )}
      {restored > 0 && !isReadOnly && <Notice tone="good">{strings.restored(restored)}</Notice>}
      {kept?.at === "conflict" && <TwoVersions current={current} theirs={kept.theirs} />}
    </>
  );
}

interface TwoVersionsProps {
  readonly current: Opened;
  readonly theirs: readonly (readonly [string, unknown])[];
}

function TwoVersions({ current, theirs }: TwoVersionsProps) {
  const [isShown, setShown] = useState(false);
  const { Component, task, guidelines } = current;
  return (
    <Notice tone="bad" title={strings.twoVersions}>
      <p>{strings.choose}</p>
      <div className={styles.buttons}>
        <Button onPress={() => setShown(!isShown)}>{isShown ? strings.hideOther : strings.showOther}</Button>
        <Button onPress={() => chooseVersion(current, "theirs")}>{strings.takeOther}</Button>
        <Button look="primary" onPress={() => chooseVersion(current, "mine")}>
          {strings.keepThis}
        </Button>
      </div>
      {isShown && (
        <div className={styles.other}>
          <Component item={task.item} project={guidelines} document={createDocument(theirs)} isReadOnly />
        </div>
      )}
    </Notice>
  );
}
