import { strings as all } from "#strings/work.ts";
import type { Action } from "../actions/action.ts";
import { keyName } from "../actions/key-name.ts";
import { openActions } from "../actions/use-actions.ts";
import { Dialog } from "../design/Dialog.tsx";
import styles from "./Shortcuts.module.css";

const strings = all.actions;

/** The keys of the enabled actions. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={strings.keys} isOpen isWide onClose={onClose}>
      <dl className={styles.keys}>
        {[...keysByTitle()].map(([title, keys]) => (
          <div key={title} className={styles.key}>
            <dt>{title}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{keyName(key)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Lists the actions for every item first, and an action in several directions on one line. */
function keysByTitle(): ReadonlyMap<string, readonly string[]> {
  const actions = openActions().toSorted((one, other) => Number(isOfFrame(other)) - Number(isOfFrame(one)));
  const byTitle = new Map<string, string[]>();
  for (const { title, keys } of actions) {
    if (keys.length > 0) byTitle.set(title, [...(byTitle.get(title) ?? []), ...keys]);
  }
  return byTitle;
}

function isOfFrame({ id }: Action): boolean {
  return id.startsWith("work.");
}
