import { type ReactNode, useSyncExternalStore } from "react";
import { accept } from "./changes.ts";
import type { LabelledObject } from "./entry.ts";
import { toolIcon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import styles from "./ObjectEditor.module.css";
import type { ObjectSession } from "./session.ts";

interface ToolbarProps<O extends LabelledObject> {
  readonly session: ObjectSession<O>;
  readonly children: ReactNode;
}

/** The tools, and how the image is seen. */
export function Toolbar<O extends LabelledObject>({ session, children }: ToolbarProps<O>) {
  const { tool } = useSyncExternalStore(session.subscribe, session.state);
  const hasSuggestions = [...session.objects.values()].some(({ isSuggestion }) => isSuggestion);
  return (
    <div className={styles.tools} role="toolbar" aria-label="Tools">
      {session.tools.map(({ id, title, key, isDrawing }) => (
        <IconButton
          key={id}
          icon={toolIcon(id)}
          title={title}
          hint={key}
          isPressed={id === tool}
          isDisabled={isDrawing && session.isReadOnly}
          onPress={() => session.takeTool(id)}
        />
      ))}
      <hr className={styles.rule} />
      <IconButton icon="plus" title="Zoom in" hint="Ctrl +" onPress={() => session.surface?.zoomBy(1.25)} />
      <IconButton icon="minus" title="Zoom out" hint="Ctrl −" onPress={() => session.surface?.zoomBy(0.8)} />
      <IconButton icon="fit" title="Fit the image" hint="Z" onPress={() => session.surface?.fit()} />
      {children}
      {hasSuggestions && !session.isReadOnly && (
        <IconButton
          icon="accept"
          title="Accept all suggestions"
          hint="Shift A"
          onPress={() => accept(session, true)}
        />
      )}
    </div>
  );
}
