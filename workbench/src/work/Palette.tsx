import { useState } from "react";
import { strings as all } from "#strings/work.ts";
import type { Action } from "../actions/action.ts";
import { findActions } from "../actions/key-list.ts";
import { keyName } from "../actions/key-name.ts";
import { keysOf } from "../actions/own-keys.ts";
import { openActions } from "../actions/use-actions.ts";
import { Dialog } from "../design/Dialog.tsx";
import styles from "./Palette.module.css";

const strings = all.actions;

/** Finds enabled actions by their names. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [words, setWords] = useState("");
  const [place, setPlace] = useState(0);
  const found = findActions(openActions(), words).filter(({ id }) => id !== "work.palette"); // it is open
  const run = (action: Action | undefined) => {
    if (action === undefined) return;
    onClose();
    action.run();
  };
  return (
    <Dialog title={strings.palette} onClose={onClose}>
      <input
        className={styles.input}
        autoFocus
        role="combobox"
        aria-label={strings.find}
        placeholder={strings.find}
        aria-expanded="true"
        aria-controls="palette"
        aria-activedescendant={found[place] === undefined ? undefined : `palette-${place}`}
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setPlace(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) setPlace((place + step + found.length) % Math.max(found.length, 1));
          else if (event.key === "Enter") run(found[place]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="palette" role="listbox" aria-label={strings.list} className={styles.list}>
        {found.map((action, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={action.id}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === place}
            ref={(row) => {
              if (index === place) row?.scrollIntoView({ block: "nearest" });
            }}
            className={styles.action}
            onPointerMove={() => setPlace(index)}
            onClick={() => run(action)}
          >
            <span>{action.title}</span>
            {keysOf(action)
              .slice(0, 1)
              .map((key) => (
                <kbd key={key}>{keyName(key)}</kbd>
              ))}
          </div>
        ))}
      </div>
      <p role="status">{found.length === 0 && strings.nothingFound(words)}</p>
    </Dialog>
  );
}
