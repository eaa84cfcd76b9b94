import { strings } from "#strings/editors/objects.ts";
import { sayNext } from "./changes.ts";
import { isPenDown, keyNames } from "./cross.ts";
import type { LabeledObject } from "./entry.ts";
import styles from "./ObjectEditor.module.css";
import type { ObjectSession } from "./session.ts";

/**
 * What the keys do at the cross, while it is shown, else that a label chosen for the next object leaves the selected one as it is, else
 * how to begin with the keyboard.
 * Screen readers hear the same when a key is pressed.
 */
export function CrossHint<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  const { cross, isBusy, pending } = session.state();
  const { tool } = session;
  const words = cross === undefined ? sayNext(session) : hint();
  if (pending !== undefined) return null;
  if (words === undefined) {
    return tool.isDrawing ? (
      <p className={`${styles.hint} ${styles.start}`} aria-hidden="true">
        {strings.cross.start(keyNames())}
      </p>
    ) : null;
  }
  return (
    <p className={styles.hint} data-pen={cross && penState(session)} aria-hidden="true">
      {words}
    </p>
  );

  function hint(): string {
    const { draws, drawing, down, up } = strings.cross;
    if (tool.pen === undefined) return (isBusy ? drawing : draws)(keyNames());
    return (isPenDown(session) ? down : up)(tool.pen, keyNames());
  }
}

function penState<O extends LabeledObject>(session: ObjectSession<O>): "down" | "up" | undefined {
  if (session.tool.pen === undefined) return undefined;
  return isPenDown(session) ? "down" : "up";
}
