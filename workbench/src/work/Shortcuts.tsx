import { useEffect, useState } from "react";
import { strings as words } from "#strings/actions.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/work.ts";
import type { Action } from "../actions/action.ts";
import { openGestures } from "../actions/gestures.ts";
import { hasWords, keyList } from "../actions/key-list.ts";
import { keyName } from "../actions/key-name.ts";
import { hasOwnKeys, keysOf, notationOf, resetKeys, setKeys } from "../actions/own-keys.ts";
import { choose, optionsOf, type PointerUse, pointerChoices } from "../actions/pointer-choices.ts";
import { hintFor, isTouch } from "../actions/touch.ts";
import { openActions } from "../actions/use-actions.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { SearchInput } from "../design/SearchInput.tsx";
import { Select } from "../design/Select.tsx";
import styles from "./Shortcuts.module.css";

const strings = all.actions;

/** The key that is being changed: its action, and which of its keys. */
interface Asked {
  readonly action: Action;
  readonly place: number;
}

/** The keys of all actions, which can be changed, and what the pointer does. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const [asked, setAsked] = useState<Asked>();
  const [fault, setFault] = useState<string>();
  const [sought, setSought] = useState("");
  const found = [...keyList(openActions(), sought)];
  const gestures = gesturesOf(sought);
  const [, setChanges] = useState(0); // of what is kept outside of React
  const noteChange = () => setChanges((before) => before + 1);
  useEffect(() => {
    if (asked === undefined) return undefined;
    const take = (event: KeyboardEvent) => {
      if (event.key === "Tab") return;
      event.preventDefault();
      event.stopImmediatePropagation(); // neither the dialog nor the screen behind it gets the key
      const key = notationOf(event);
      if (key === undefined) return;
      setFault(event.key === "Escape" ? undefined : giveKey(asked, key));
      setAsked(undefined);
    };
    addEventListener("keydown", take, { capture: true });
    return () => removeEventListener("keydown", take, { capture: true });
  }, [asked]);
  return (
    <Dialog
      title={strings.keys}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button
            isDisabled={!hasOwnKeys()}
            onPress={() => {
              resetKeys();
              noteChange();
              setFault(undefined);
              setAsked(undefined);
            }}
          >
            {strings.resetKeys}
          </Button>
          <Button onPress={onClose} autoFocus={isTouch()}>
            {everywhere.close}
          </Button>
        </>
      }
    >
      {isTouch() && <Gestures {...{ gestures }} onChange={noteChange} />}
      <p role="status" className={styles.help}>
        {asked === undefined ? (fault ?? strings.changeHelp) : strings.pressKey(asked.action.title)}
      </p>
      <SearchInput label={words.find} value={sought} onChange={setSought} />
      <div className={styles.columns}>
        {found.length === 0 && gestures.length === 0 && <p>{words.none}</p>}
        {found.map(([heading, rows]) => (
          <section key={heading} className={styles.group}>
            <h3>{heading}</h3>
            <dl>
              {[...rows].map(([title, actions]) => (
                <div key={title} className={styles.key}>
                  <dt>{title}</dt>
                  <dd>{actions.flatMap((action) => keyButtons(action, asked, setAsked))}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {!isTouch() && <Gestures {...{ gestures }} onChange={noteChange} />}
    </Dialog>
  );
}

/** Replaces the key that is being changed; returns a message if another action has the new one. */
function giveKey({ action, place }: Asked, key: string): string | undefined {
  const other = holderOf(key, action);
  if (other !== undefined) return strings.taken(keyName(key), other.title);
  setKeys(action.id, [...new Set(keysOf(action).toSpliced(place, 1, key))]);
  return undefined;
}

function keyButtons(action: Action, asked: Asked | undefined, ask: (asked: Asked) => void) {
  const keys = keysOf(action);
  if (isOfLabel(action)) return keys.map((key) => <kbd key={key}>{keyName(key)}</kbd>);
  return (keys.length === 0 ? [undefined] : keys).map((key, place) => {
    const name = key === undefined ? strings.noKey : keyName(key);
    const isAsked = asked?.action.id === action.id && asked.place === place;
    return (
      <button
        key={`${action.id} ${key}`}
        type="button"
        className={`${styles.cap} ${styles.change}`}
        data-empty={key === undefined || undefined}
        aria-label={strings.changeKey(action.title, name)}
        aria-pressed={isAsked}
        onClick={() => ask({ action, place })}
      >
        {isAsked ? "…" : name}
      </button>
    );
  });
}

/** What the pointer can do here and has the words that are sought. */
function gesturesOf(sought: string) {
  const names = gestureNames();
  return openGestures()
    .filter(({ touch }) => !isTouch() || touch !== undefined)
    .filter(({ title, how }) => hasWords([title, how(names)], sought));
}

/** The keys that somebody chose for the pointer, as gestures name them. */
function gestureNames() {
  const { edit, free, add } = pointerChoices();
  return { edit: keyName(edit), free: keyName(free), add: keyName(add) };
}

interface GesturesProps {
  readonly gestures: ReturnType<typeof gesturesOf>;
  readonly onChange: () => void;
}

/** What the pointer does; where there is a choice, the person makes it here. */
function Gestures({ gestures, onChange }: GesturesProps) {
  const names = gestureNames();
  if (gestures.length === 0) return null;
  return (
    <>
      <h3>{hintFor(strings.pointer)}</h3>
      <dl className={styles.columns}>
        {gestures.map(({ title, use, how, touch }) => (
          <div key={title} className={styles.key}>
            <dt>{title}</dt>
            <dd>
              {isTouch() ? (
                touch
              ) : (
                <>
                  {use !== undefined && <Choice {...{ title, use, names, onChange }} />} {how(names)}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly use: PointerUse;
  readonly names: { readonly free: string };
  readonly onChange: () => void;
}

function Choice({ title, use, names, onChange }: ChoiceProps) {
  const nameOf = (choice: string) =>
    ({
      space: strings.choices.space,
      secondary: strings.choices.secondary,
      zoom: strings.choices.zoom,
      scroll: strings.choices.scroll(names.free),
    })[choice] ?? keyName(choice);
  return (
    <Select
      label={title}
      isLabelHidden
      options={optionsOf(use).map((id) => ({ id, name: nameOf(id) }))}
      value={pointerChoices()[use]}
      onChange={(choice) => {
        choose(use, choice);
        onChange();
      }}
    />
  );
}

/** The other action that has the key. A key may have several uses by itself, such as Enter, but a user's choice gets only free ones. */
function holderOf(key: string, { id }: Action): Action | undefined {
  const isSame = (other: string) => other.toLowerCase() === key.toLowerCase();
  return openActions().find((other) => other.id !== id && keysOf(other).some(isSame));
}

/** A label's key belongs to its project. */
function isOfLabel({ id }: Action): boolean {
  return id.startsWith("label.") && id !== "label.search";
}
