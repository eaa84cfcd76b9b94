import { openActions } from "../actions/use-actions.ts";
import { Dialog } from "../design/Dialog.tsx";
import { sayKey } from "./actions.ts";
import styles from "./Shortcuts.module.css";

/** The keys that do something now. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" isOpen isWide onClose={onClose}>
      <dl className={styles.keys}>
        {openActions()
          .filter(({ keys }) => keys.length > 0)
          .map(({ id, title, keys }) => (
            <div key={id} className={styles.key}>
              <dt>{title}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{sayKey(key)}</kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}
