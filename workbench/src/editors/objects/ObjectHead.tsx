import { useSyncExternalStore } from "react";
import { strings as imageStrings } from "#strings/editors/images.ts";
import { strings } from "#strings/editors/objects.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { IconButton } from "../../design/IconButton.tsx";
import controls from "./Controls.module.css";
import { accept, duplicate, remove, selected, toggle } from "./changes.ts";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";

/** How many objects there are, and the actions for the selected ones. */
export function ObjectHead<O extends LabeledObject>({ session }: { readonly session: ObjectSession<O> }) {
  const { selection, hidden, locked } = useSyncExternalStore(session.subscribe, session.state);
  const { size } = session.objects;
  const isNone = selection.size === 0;
  const { isReadOnly } = session;
  const isSuggested = selected(session).some(([, { isSuggestion }]) => isSuggestion);
  const areAll = (keys: ReadonlySet<string>) => !isNone && [...selection].every((key) => keys.has(key));
  return (
    <div className={controls.head}>
      <h2>{strings.count(size, selection.size, session.kind.areInstances === false)}</h2>
      <div className={controls.buttons}>
        {isSuggested && !isReadOnly && (
          <IconButton
            icon="accept"
            title={imageStrings.acceptSuggestion}
            hint={keyName(keyOf("image.accept", "Enter"))}
            onPress={() => accept(session, false)}
          />
        )}
        <IconButton
          icon="hide"
          title={strings.hide}
          hint={keyName(keyOf("image.hide", "H"))}
          isPressed={areAll(hidden)}
          isDisabled={isNone}
          onPress={() => toggle(session, "hidden", selection)}
        />
        {!isReadOnly && (
          <IconButton
            icon="lock"
            title={strings.lock}
            hint={keyName(keyOf("image.lock", "L"))}
            isPressed={areAll(locked)}
            isDisabled={isNone}
            onPress={() => toggle(session, "locked", selection)}
          />
        )}
        {!isReadOnly && session.kind.isMovable && (
          <IconButton
            icon="copy"
            title={strings.duplicate}
            hint={keyName(keyOf("image.duplicate", "Ctrl+D"))}
            isDisabled={isNone}
            onPress={() => duplicate(session)}
          />
        )}
        {!isReadOnly && (
          <IconButton
            icon="delete"
            title={strings.remove}
            hint={keyName(keyOf("image.delete", "Delete"))}
            isDisabled={isNone}
            onPress={() => remove(session)}
          />
        )}
      </div>
    </div>
  );
}
