import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { strings as all } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { keyOf } from "../actions/own-keys.ts";
import { hintFor } from "../actions/touch.ts";
import { openActions } from "../actions/use-actions.ts";
import { useOnline } from "../api/use-online.ts";
import { commentsQuery } from "../comments/comments-query.ts";
import { threadsOf } from "../comments/threads.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import type { Kept } from "../drafts/keeper.ts";
import type { Outgoing } from "../drafts/store.ts";
import { type AsideName, TALK } from "./Aside.tsx";
import type { OpenDialog } from "./open-dialog.ts";
import type { Opened } from "./opened.ts";
import { Position } from "./Position.tsx";
import { useSuggestion } from "./SuggestionBar.tsx";
import styles from "./TopBar.module.css";
import { isBlind, type Task, titleOf } from "./task.ts";
import type { TaskQueue } from "./task-queue.ts";
import type { TaskQueueState } from "./task-queue-state.ts";

const strings = all.bar;

interface TopBarProps {
  readonly queue: TaskQueue;
  readonly state: TaskQueueState;
  readonly onOpen: (over: OpenDialog) => void;
  readonly aside: AsideName | null;
  readonly onTalk: () => void;
}

/** The project and batch, where the draft is saved, and the actions of every item. */
export function TopBar({ queue, state, onOpen, aside, onTalk }: TopBarProps) {
  const { current, outgoing } = state;
  return (
    <header className={styles.bar} data-opening={(current === null && state.phase !== "empty") || undefined}>
      <Link to="/work/mine" className={styles.back} aria-label={strings.back} title={strings.back}>
        <Arrow path="M12.5 8h-9M7.5 4l-4 4 4 4" />
      </Link>
      <div className={styles.where}>
        <h1 className={styles.title}>{current === null ? strings.untitled : titleOf(current.task)}</h1>
        {current !== null && <Position queue={queue} />}
        <SaveState
          kept={current === null ? undefined : (current.keeper?.kept ?? null)}
          outgoing={outgoing}
          onOpen={onOpen}
        />
      </div>
      <span className={styles.space} />
      {current !== null && <Talk task={current.task} aside={aside} onTalk={onTalk} />}
      {current !== null && <Steps current={current} queue={queue} onOpen={onOpen} aside={aside} />}
      <AllActions onOpen={onOpen} />
    </header>
  );
}

/** The button of the palette. */
export function AllActions({ onOpen }: Pick<TopBarProps, "onOpen">) {
  const paletteKey = keyName(keyOf("work.palette", "Ctrl+K"));
  return (
    <div className={styles.all}>
      <Button
        look="quiet"
        aria-label={hintFor(strings.allActions)(paletteKey)}
        onPress={() => onOpen("palette")}
      >
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <path
            d="M3 8h.01M8 8h.01M13 8h.01"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinecap="round"
          />
        </svg>
        <kbd>{paletteKey}</kbd>
      </Button>
    </div>
  );
}

interface TalkProps extends Pick<TopBarProps, "aside" | "onTalk"> {
  readonly task: Task;
}

/** Opens and closes the comments; a blind auditor does not see their number. */
function Talk({ task, aside, onTalk }: TalkProps) {
  const { data } = useQuery({ ...commentsQuery(task.item.id), enabled: !isBlind(task) });
  const open = threadsOf(data ?? []).filter(({ first }) => !first.resolved).length;
  return (
    <span className={styles.talk}>
      <Button id={TALK} look="quiet" aria-expanded={aside === "comments"} onPress={onTalk}>
        {strings.comments(open)}
      </Button>
    </span>
  );
}

/** What Ctrl+Z does: within a drawing it takes back the last step, and not the object before. */
function undo(): void {
  openActions()
    .find(({ keys, isEnabled }) => keys.includes("Ctrl+Z") && isEnabled?.() !== false)
    ?.run();
}

interface StepsProps extends Pick<TopBarProps, "queue" | "onOpen" | "aside"> {
  readonly current: Opened;
}

function Steps({ current, queue, onOpen, aside }: StepsProps) {
  const { document, isReadOnly, isAccepting, task } = current;
  const isAccepted = useSuggestion(current, queue).deeds.some(({ what }) => what === "accept"); // its bar has the main button
  return (
    <div className={styles.steps}>
      <Button
        look="quiet"
        aria-label={strings.undo}
        isDisabled={isReadOnly || isAccepting || !document.canUndo()}
        onPress={undo}
      >
        <Arrow path="M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6" />
      </Button>
      <Button
        look="quiet"
        aria-label={strings.redo}
        isDisabled={isReadOnly || isAccepting || !document.canRedo()}
        onPress={() => document.redo()}
      >
        <Arrow path="m10 3 3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10" />
      </Button>
      <span className={styles.wide}>
        <Button look="quiet" aria-expanded={aside === "guidelines"} onPress={() => onOpen("guidelines")}>
          {strings.guidelines}
        </Button>
      </span>
      <Button isDisabled={isReadOnly} onPress={() => onOpen("skip")}>
        {strings.skip}
      </Button>
      {!isAccepting && task.kind !== "adjudicate" && (
        <Button
          look={isAccepted ? "plain" : "primary"}
          isDisabled={isReadOnly}
          onPress={() => queue.submit()}
        >
          {strings.submit}
        </Button>
      )}
    </div>
  );
}

/** An arrow as an icon. */
export function Arrow({ path }: { readonly path: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

interface SaveStateProps extends Pick<TopBarProps, "onOpen"> {
  /** Where the draft on the screen is; null if it is read-only, undefined without an item. */
  readonly kept: Kept | null | undefined;
  readonly outgoing: readonly Outgoing[];
}

/** Where the member's work is: decisions that the server does not have come first, with the way to the outbox. */
export function SaveState({ kept, outgoing, onOpen }: SaveStateProps) {
  const isOnline = useOnline();
  const refused = outgoing.filter(({ fault }) => fault !== null).length;
  const hasOwnWord = kept === null || kept?.at === "conflict"; // the outbox says nothing of these
  return (
    <>
      {kept !== undefined && (hasOwnWord || outgoing.length === 0) && (
        <SaveBadge kept={kept} isOnline={isOnline} />
      )}
      {outgoing.length > 0 && (
        <Button look="quiet" onPress={() => onOpen("outbox")}>
          {refused > 0 ? (
            <Badge tone="bad">{strings.notAccepted(refused)}</Badge>
          ) : isOnline ? (
            <Badge>{strings.sending(outgoing.length)}</Badge>
          ) : (
            <Badge tone="warn">{strings.waiting(outgoing.length)}</Badge>
          )}
        </Button>
      )}
    </>
  );
}

interface SaveBadgeProps {
  readonly kept: Kept | null;
  readonly isOnline: boolean;
}

function SaveBadge({ kept, isOnline }: SaveBadgeProps) {
  if (kept === null) return <Badge>{strings.kept.readOnly}</Badge>;
  if (kept.at === "conflict") return <Badge tone="bad">{strings.kept.conflict}</Badge>;
  if (!isOnline)
    return (
      <Badge tone="warn">{kept.at === "server" ? strings.kept.offline : strings.kept.offlineHere}</Badge>
    );
  if (kept.at === "server") return <Badge tone="good">{strings.kept.server}</Badge>;
  if (kept.at === "way") return <Badge>{strings.kept.way}</Badge>;
  return <Badge tone="warn">{strings.kept.here}</Badge>;
}
