import { useSyncExternalStore } from "react";
import { strings } from "#strings/canvas.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { Button } from "../../design/Button.tsx";
import { cancel } from "./actions.ts";
import styles from "./Controls.module.css";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

/** What can be done with the drawing that a tool shows, as buttons: for a finger there is no Enter and no Escape. */
export function FinishBar<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  const { isBusy, said, fault, finishTitle } = useSyncExternalStore(session.subscribe, session.state);
  const { tool } = session;
  if (!isBusy || tool.finishTitle === undefined) return null;
  return (
    <div className={styles.controls}>
      {said !== fault && finishTitle !== undefined && <p>{said}</p>}
      <div className={styles.pairs}>
        {finishTitle !== undefined && (
          <Button onPress={() => tool.finish?.()}>
            {finishTitle} <kbd>{keyName(keyOf("image.finish", "Enter"))}</kbd>
          </Button>
        )}
        {finishTitle !== undefined && tool.erase !== undefined && (
          <Button onPress={() => tool.erase?.()}>
            {strings.erase} <kbd>{keyName(keyOf("image.wand-erase", "Shift+Enter"))}</kbd>
          </Button>
        )}
        {tool.stepBack !== tool.cancel && <StepBack session={session} />}
        <Discard session={session} />
      </div>
    </div>
  );
}

/** Takes back the last point or click of the drawing. */
export function StepBack<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  return (
    <Button onPress={() => session.tool.stepBack?.()}>
      {strings.stepBack} <kbd>{keyName(keyOf("image.step-back", "Backspace"))}</kbd>
    </Button>
  );
}

/** Discards the drawing, or the shape that waits for its label. */
export function Discard<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  return (
    <Button onPress={() => cancel(session)}>
      {strings.discard} <kbd>{keyName(keyOf("image.cancel", "Escape"))}</kbd>
    </Button>
  );
}
