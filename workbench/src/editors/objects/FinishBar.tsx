import { useSyncExternalStore } from "react";
import { strings } from "#strings/canvas.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import { cancel } from "./actions.ts";
import type { LabeledObject } from "./entry.ts";
import styles from "./ObjectEditor.module.css";
import type { ObjectSession } from "./session.ts";

/** What can be done with the drawing that a tool shows, as buttons: for a finger there is no Enter and no Escape. */
export function FinishBar<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  const { isBusy, said, fault, finishTitle } = useSyncExternalStore(session.subscribe, session.state);
  const { tool } = session;
  if (!isBusy || finishTitle === undefined) return null;
  return (
    <div className={styles.brush}>
      {said !== fault && <p>{said}</p>}
      <div className={styles.choices}>
        <Button onPress={() => tool.finish?.()}>
          {finishTitle} <kbd>{keyName(keyOf("image.finish", "Enter"))}</kbd>
        </Button>
        {tool.erase !== undefined && (
          <Button onPress={() => tool.erase?.()}>
            {strings.erase} <kbd>{keyName(keyOf("image.wand-erase", "Shift+Enter"))}</kbd>
          </Button>
        )}
        <Button onPress={() => cancel(session)}>
          {strings.discard} <kbd>{keyName(keyOf("image.cancel", "Escape"))}</kbd>
        </Button>
      </div>
    </div>
  );
}
