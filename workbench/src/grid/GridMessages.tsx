import { strings as all } from "#strings/work.ts";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { Notice } from "../design/Notice.tsx";
import { Awaited } from "../work/Awaited.tsx";
import messages from "../work/Messages.module.css";
import type { OpenDialog } from "../work/open-dialog.ts";
import { TrainingNotice } from "../work/TrainingNotice.tsx";
import type { ShownTraining } from "../work/use-training.ts";
import page from "../work/WorkPage.module.css";
import { labelOf } from "./answers.ts";
import type { GridQueue } from "./grid-queue.ts";
import { type GridState, idOf } from "./grid-state.ts";

const strings = all.grid;

/** What the parts of the page show and change. */
export interface GridProps {
  readonly queue: GridQueue;
  readonly state: GridState;
}

interface MessagesProps extends GridProps {
  readonly training: ShownTraining | null;
  /** Suggestions that were not in view when somebody wanted to submit. */
  readonly unseen: number;
  readonly onOpen: (over: OpenDialog) => void;
}

/** What the person must know or do before they go on. */
export function Messages({ queue, state, onOpen, training, unseen }: MessagesProps) {
  const { notice, isSignedOut, tiles, sent } = state;
  const unlabeled = tiles.filter(
    (tile) => sent?.left.includes(idOf(tile)) && labelOf(tile.opened) === undefined,
  ).length;
  const refused = tiles.filter(({ refused_id }) => refused_id !== null);
  return (
    <div className={messages.messages} aria-live="polite">
      {training !== null && <TrainingNotice shown={training} />}
      {isSignedOut && (
        <Notice tone="warn" title={all.messages.signedOut}>
          <Button onPress={() => onOpen("sign-in")}>{all.messages.signIn}</Button>
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="bad" title={strings.refused(refused.length)}>
          <Button onPress={() => void queue.discard()}>{strings.discard}</Button>
        </Notice>
      )}
      {sent !== null && unlabeled > 0 && (
        <Notice tone="plain">{strings.partly(sent.submitted, unlabeled)}</Notice>
      )}
      {unseen > 0 && <Notice tone="warn">{strings.unseen(unseen)}</Notice>}
      {notice !== null && tiles.length > 0 && <Notice tone="warn">{notice}</Notice>}
    </div>
  );
}

interface NoTilesProps extends GridProps {
  readonly toSingle: () => void;
}

/** Why there are no tiles, and where to go. */
export function NoTiles({ queue, state: { phase, finished, notice }, toSingle }: NoTilesProps) {
  if (phase === "elsewhere") {
    return (
      <EmptyState
        title={all.page.elsewhere}
        action={<Button onPress={() => void queue.start(true)}>{all.messages.takeOver}</Button>}
      >
        {all.page.continueThere}
      </EmptyState>
    );
  }
  if (phase === "unfit") {
    return (
      <EmptyState title={strings.unfit} action={<Button onPress={toSingle}>{strings.single}</Button>}>
        {strings.unfitHelp}
      </EmptyState>
    );
  }
  if (phase !== "empty") return <Awaited notice={notice} onAgain={() => void queue.goOn()} />;
  return (
    <div className={page.nothing}>
      <EmptyState
        takesFocus
        title={finished === 0 ? all.page.nothing : all.page.finished(finished)}
        action={
          <div className={page.ways}>
            <Button onPress={() => void queue.goOn()}>{all.page.check}</Button>
            <ButtonLink to="/work/mine" look="primary">
              {all.page.myWork}
            </ButtonLink>
          </div>
        }
      >
        {all.page.newItems}
      </EmptyState>
    </div>
  );
}
