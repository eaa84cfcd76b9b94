import { useRef, useSyncExternalStore } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";
import { strings } from "#strings/editors/objects.ts";
import type { Action } from "../../actions/action.ts";
import { keyName } from "../../actions/key-name.ts";
import { keysOf } from "../../actions/own-keys.ts";
import menu from "../../design/Menu.module.css";
import controls from "./Controls.module.css";
import { relabel } from "./changes.ts";
import type { LabeledObject } from "./entry.ts";
import styles from "./ObjectMenu.module.css";
import type { ObjectSession } from "./session.ts";

interface ObjectMenuProps<O extends LabeledObject> {
  readonly session: ObjectSession<O>;
  readonly actions: readonly Action[];
}

/** The actions that the menu offers for objects, of those that are enabled, in groups. */
const FOR_OBJECTS = [
  ["accept", "merge", "hole", "trim", "split", "simplify", "snap", "new-mask"],
  ["copy", "duplicate", "paste", "paste-in-place"],
  ["front", "back", "hide", "lock", "delete"],
  ["select-all", "zoom-selection", "fit"],
];

/** The same where nothing is selected. */
const FOR_NOTHING = [
  ["accept-all", "paste", "paste-in-place"],
  ["hide-all", "lock-all", "select-all", "fit"],
];

/** With more labels the menu would not fit; the label bar has them all. */
const MANY_LABELS = 10;

/** The menu that the secondary mouse button opens on the canvas: what can be done with the selected objects, and their labels. */
export function ObjectMenu<O extends LabeledObject>({ session, actions }: ObjectMenuProps<O>) {
  const place = useRef<HTMLSpanElement>(null);
  const { menu: at, selection } = useSyncExternalStore(session.subscribe, session.state);
  if (at === undefined) return null;
  const close = () => session.set({ menu: undefined });
  const offered = (selection.size > 0 ? FOR_OBJECTS : FOR_NOTHING).flatMap((group) =>
    group
      .flatMap((name) => actions.filter(({ id }) => id === `image.${name}`))
      .filter(({ isEnabled }) => isEnabled?.() !== false)
      .map((action, place) => ({ ...action, isFirst: place === 0, key: keysOf(action)[0] })),
  );
  const hasLabels =
    selection.size > 0 && !session.isReadOnly && (session.kind.isMovable || session.kind.areInstances);
  const labels = hasLabels && session.labels.length <= MANY_LABELS ? session.labels : [];
  return (
    <>
      <span
        ref={place}
        className={styles.anchor}
        style={{ insetInlineStart: at[0], insetBlockStart: at[1] }}
      />
      <Popover
        className={menu.popover ?? ""}
        triggerRef={place}
        placement="right top" // beside the pointer it moves up until it is whole
        isOpen
        onOpenChange={close}
      >
        <Menu className={menu.list ?? ""} aria-label={strings.menu} autoFocus="first" onClose={close}>
          {labels.map(({ name, color }) => (
            <MenuItem
              key={name}
              id={`label:${name}`}
              textValue={name}
              className={`${menu.item} ${styles.entry}`}
              onAction={() => relabel(session, name)}
            >
              <span className={controls.swatch} style={{ background: color }} /> {name}
            </MenuItem>
          ))}
          {offered.map(({ id, title, key, run, isFirst }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={title}
              className={`${menu.item} ${styles.entry} ${isFirst ? styles.firstEntry : ""}`}
              onAction={run}
            >
              {title} {key !== undefined && <kbd>{keyName(key)}</kbd>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </>
  );
}
