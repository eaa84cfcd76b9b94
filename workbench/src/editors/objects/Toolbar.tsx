import { type ReactNode, useSyncExternalStore } from "react";
import { strings as imageStrings } from "#strings/editors/images.ts";
import { strings } from "#strings/editors/objects.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { toolIcon } from "../../design/Icon.tsx";
import { IconButton } from "../../design/IconButton.tsx";
import { isWaiting } from "./actions.ts";
import { accept } from "./changes.ts";
import type { LabeledObject } from "./entry.ts";
import type { ObjectSession } from "./session.ts";
import styles from "./Toolbar.module.css";

interface ToolbarProps<O extends LabeledObject> {
  readonly session: ObjectSession<O>;
  readonly children: ReactNode;
}

/** The tools, zoom and adjustments. */
export function Toolbar<O extends LabeledObject>({ session, children }: ToolbarProps<O>) {
  const { tool } = useSyncExternalStore(session.subscribe, session.state);
  const hasSuggestions = [...session.objects.values()].some(({ isSuggestion }) => isSuggestion);
  return (
    <div className={styles.tools} role="toolbar" aria-label={strings.tools}>
      {!session.isReadOnly && (
        <>
          {session.tools.map(({ id, title, key }) => (
            <IconButton
              key={id}
              icon={toolIcon(id)}
              title={title}
              hint={keyName(keyOf(`image.${id}`, key))}
              isPressed={id === tool}
              onPress={() => isWaiting(session) || session.takeTool(id)}
            />
          ))}
          <hr className={styles.rule} />
        </>
      )}
      <div className={styles.zoom}>
        <IconButton
          icon="plus"
          title={imageStrings.zoomIn}
          hint={keyName(keyOf("image.zoom-in", "Ctrl++"))}
          onPress={() => session.surface?.zoomBy(1.25)}
        />
        <IconButton
          icon="minus"
          title={imageStrings.zoomOut}
          hint={keyName(keyOf("image.zoom-out", "Ctrl+-"))}
          onPress={() => session.surface?.zoomBy(0.8)}
        />
      </div>
      <IconButton
        icon="fit"
        title={imageStrings.fit}
        hint={keyName(keyOf("image.fit", "Z"))}
        onPress={() => session.surface?.fit()}
      />
      {children}
      {hasSuggestions && !session.isReadOnly && (
        <IconButton
          icon="accept"
          title={strings.acceptAll}
          hint={keyName(keyOf("image.accept-all", "Shift+A"))}
          onPress={() => accept(session, true)}
        />
      )}
    </div>
  );
}
