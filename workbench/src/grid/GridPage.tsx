import { useNavigate, useRouteContext, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { strings as all } from "#strings/work.ts";
import { keyName } from "../actions/key-name.ts";
import { keyOf } from "../actions/own-keys.ts";
import { useActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { useWidth } from "../design/use-width.ts";
import { withUsableHotkeys } from "../editors/answer/usable-hotkeys.ts";
import type { Guidelines } from "../editors/editor.ts";
import { LabelBar } from "../editors/labels/LabelBar.tsx";
import { pickableLabels } from "../editors/labels/pickable.ts";
import { ReadItemContext } from "../editors/media/use-content-url.ts";
import { SignInAgain } from "../sign-in/SignInAgain.tsx";
import { readTask } from "../work/deliver.ts";
import { FeedbackNotice } from "../work/FeedbackNotice.tsx";
import { TaskGuidelines } from "../work/GuidelinesDialog.tsx";
import { OutboxDialog } from "../work/OutboxDialog.tsx";
import type { OpenDialog } from "../work/open-dialog.ts";
import { Palette } from "../work/Palette.tsx";
import { Shortcuts } from "../work/Shortcuts.tsx";
import { SkipDialog } from "../work/SkipDialog.tsx";
import type { WorkScope } from "../work/task.ts";
import { useQueue } from "../work/use-queue.ts";
import { lettersOf } from "../work/use-stream.ts";
import { useTraining } from "../work/use-training.ts";
import page from "../work/WorkPage.module.css";
import { frameActions, tileActions } from "./actions.ts";
import { isSuggested, labelOf, suggestedFor } from "./answers.ts";
import { Closer } from "./Closer.tsx";
import { GridBar } from "./GridBar.tsx";
import { type GridProps, Messages, NoTiles } from "./GridMessages.tsx";
import styles from "./GridPage.module.css";
import { GridQueue } from "./grid-queue.ts";
import { GRID_AT_FIRST, idOf, type Tile } from "./grid-state.ts";
import { rejectSuggestions } from "./reject.ts";
import { among, gone, NONE, type Selection, stepped, targets } from "./selection.ts";
import { GAP, LEAST, MOST_COLUMNS, Tiles } from "./Tiles.tsx";

const strings = all.grid;

/** Up to twenty images or short texts as tiles, which are labeled together and submitted one by one. */
export function GridPage() {
  const { person } = useRouteContext({ from: "/work/grid" });
  const scope = useSearch({ from: "/work/grid" });
  const [queue, state] = useQueue(GridQueue, GRID_AT_FIRST, person.member_id, scope);
  if (queue === undefined) return <p className={page.waiting}>{all.page.opening}</p>;
  return <Grid queue={queue} state={state} scope={scope} />;
}

function Grid({ queue, state, scope }: GridProps & { readonly scope: WorkScope }) {
  const [over, setOver] = useState<OpenDialog>(null);
  const { tiles, isSignedOut, outgoing, feedback } = state;
  const close = () => setOver(null);
  const toSingle = useSingleView(queue);
  useEffect(() => {
    if (isSignedOut) setOver("sign-in");
  }, [isSignedOut]);
  const [selection, setSelection] = useState(NONE);
  const [unseen, setUnseen] = useState(0);
  const seen = useRef(new Set<string>());
  const shown = among(selection, tiles.map(idOf));
  const [first] = tiles;
  const isReal = first?.opened.task.is_training === false;
  const known = isReal ? null : (state.training ?? null);
  const training = useTraining({ ...state, current: first?.opened ?? null, training: known }, scope);
  const submit = () => {
    const left = tiles.filter((tile) => isSuggested(tile) && !seen.current.has(idOf(tile)));
    const [next] = left;
    setUnseen(left.length);
    if (next === undefined) queue.submit();
    else setSelection(gone(shown, tiles.map(idOf), idOf(next), "move")); // scrolls to it
  };
  useActions(frameActions({ queue, state, onOpen: setOver, toSingle, submit }));
  return (
    <div className={page.page}>
      <GridBar {...{ queue, state, toSingle, submit }} onOpen={setOver} />
      <Messages {...{ queue, state, training, unseen }} onOpen={setOver} />
      <main className={page.main}>
        {first === undefined ? (
          <NoTiles {...{ queue, state, toSingle }} />
        ) : (
          <Work
            {...{ queue, state }}
            project={first.opened.guidelines}
            selection={shown}
            onSelect={setSelection}
            onSeen={(id) => seen.current.add(id)}
          />
        )}
      </main>
      <FeedbackNotice given={feedback[0] ?? null} onClose={() => queue.hideFeedback()} />
      {over === "skip" && (
        <SkipDialog
          what="skip"
          queue={{ passOver: (_how, reason) => queue.skip(targets(shown), reason) }}
          onClose={close}
        />
      )}
      {over === "palette" && <Palette onClose={close} />}
      {over === "help" && <Shortcuts onClose={close} />}
      {over === "outbox" && <OutboxDialog {...{ queue, outgoing }} onClose={close} />}
      {over === "sign-in" && (
        <SignInAgain onSignedIn={() => void queue.resume()} onClose={close}>
          {all.page.keptHere}
        </SignInAgain>
      )}
      {first !== undefined && (
        <TaskGuidelines current={first.opened} isAsked={over === "guidelines"} onClose={close} />
      )}
    </div>
  );
}

/** Goes to the view of one item after another with all leases and drafts. */
function useSingleView(queue: GridQueue): () => void {
  const navigate = useNavigate({ from: "/work/grid" });
  return () =>
    void queue.handOver().then(() => navigate({ to: "/work", search: (scope) => scope, replace: true }));
}

interface WorkProps extends GridProps {
  readonly project: Guidelines;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Called with each tile that has been in view. */
  readonly onSeen: (id: string) => void;
}

/** The tiles, and the labels for those that are selected. */
function Work({ queue, state, project: given, selection, onSelect, onSeen }: WorkProps) {
  const { tiles } = state;
  const pane = useRef<HTMLDivElement>(null);
  const room = useWidth(pane) - 2 * GAP;
  const columns = Math.min(MOST_COLUMNS, Math.max(2, Math.floor((room + GAP) / (LEAST + GAP))));
  const [readItem] = useState(() => (id: string) => readAgain(queue, id));
  const project = withUsableHotkeys(given);
  const ids = tiles.map(idOf);
  const chosen = tiles.filter((tile) => targets(selection).includes(idOf(tile)));
  const labels = new Set(chosen.map(({ opened }) => labelOf(opened)));
  const [label] = labels;
  const pick = (name: string) => queue.label(targets(selection), name);
  const { closer, look, go, closed } = useCloser(queue, ids, (at) =>
    onSelect(gone(selection, ids, at, "move")),
  );
  const actions = tileActions({
    clear: () => queue.label(targets(selection), undefined),
    reject: chosen.some((tile) => suggestedFor(tile)) ? () => rejectSuggestions(queue, chosen) : null,
    letters: lettersOf(tiles[0]?.opened ?? null),
    look: () => selection.at !== null && look(selection.at),
    go: (step, how) => {
      const at = stepped(selection, ids, step, columns);
      if (at !== undefined) onSelect(gone(selection, ids, at, how));
    },
    select: (all) => onSelect({ ...selection, chosen: new Set(all ? ids : []) }),
    toggle: () => selection.at !== null && onSelect(gone(selection, ids, selection.at, "toggle")),
  });
  useActions(actions);
  const shownCloser = tiles.find((tile) => idOf(tile) === closer);
  return (
    <ReadItemContext value={readItem}>
      <div className={styles.work}>
        <div ref={pane} className={styles.pane}>
          {room > 0 && (
            <Tiles
              {...{ tiles, selection, columns, project, onSeen }}
              width={Math.floor((room - (columns - 1) * GAP) / columns)}
              onGo={(at, how) => onSelect(gone(selection, ids, at, how))}
              onLook={look}
            />
          )}
        </div>
        <div className={styles.side}>
          <h2>{strings.selected(targets(selection).length)}</h2>
          <LabelBar
            labels={pickableLabels(
              project,
              tiles.flatMap(({ opened }) => labelOf(opened) ?? []),
            )}
            chosen={new Set(labels.size === 1 && label !== undefined ? [label] : [])}
            onPick={pick}
            purpose={strings.labels}
            project={project}
            isReadOnly={false}
          />
          <div className={styles.buttons}>
            {actions
              .filter(({ id }) => SHOWN.includes(id))
              .map(({ id, title, keys: [key = ""], run, isEnabled }) => (
                <Button key={id} look="quiet" onPress={run} isDisabled={isEnabled?.() === false}>
                  {title} <kbd>{keyName(keyOf(id, key))}</kbd>
                </Button>
              ))}
          </div>
        </div>
      </div>
      {shownCloser !== undefined && (
        <Closer
          {...{ project }}
          tile={shownCloser}
          onPick={(name) => queue.label([idOf(shownCloser)], name)}
          onGo={go}
          onClose={closed}
        />
      )}
    </ReadItemContext>
  );
}

/** The tile that one looks closer at, what opens and closes it, and what goes on to another, where `move` brings the cursor. */
function useCloser(queue: GridQueue, ids: readonly string[], move: (to: string) => void) {
  const [closer, setCloser] = useState<string | null>(null);
  const settle = () => queue.settle(closer === null ? undefined : [closer]); // the time was spent on this tile alone
  const show = (id: string | null) => {
    settle();
    setCloser(id);
  };
  const go = (tiles: 1 | -1) => {
    const next = closer === null ? undefined : ids[ids.indexOf(closer) + tiles];
    if (next === undefined) return;
    show(next);
    move(next);
  };
  return { closer, look: show, go, closed: () => show(null) };
}

/** The actions with a button beside the tiles, for those without a keyboard. */
const SHOWN = ["grid.select-all", "grid.select-none", "grid.look", "grid.clear", "suggestion.reject"];

/** Reads the item of a tile again through its task. */
async function readAgain(queue: GridQueue, item_id: string): Promise<Tile["opened"]["task"]["item"]> {
  const tile = queue.state().tiles.find(({ opened }) => opened.task.item.id === item_id);
  if (tile === undefined) throw new Error(item_id);
  return (await readTask(idOf(tile))).item;
}
