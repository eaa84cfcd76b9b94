import { type KeyboardEvent, use, useId, useSyncExternalStore } from "react";
import { strings } from "#strings/editors/objects.ts";
import { EmptyChoiceContext } from "../empty.ts";
import { useRowsInSight } from "../rows-in-sight.ts";
import { choose, show } from "./changes.ts";
import type { LabeledObject, ObjectEntry } from "./entry.ts";
import styles from "./ObjectList.module.css";
import type { ObjectSession } from "./session.ts";

interface ObjectListProps<O extends LabeledObject> {
  readonly session: ObjectSession<O>;
  /** A few words about an object's position or size. */
  readonly describe: (object: O) => string;
}

/** The height of a row for a mouse, in CSS pixels. */
const ROW = 28;

/** The objects of an image as a list box, for keyboards and screen readers; the page holds only the rows in sight. */
export function ObjectList<O extends LabeledObject>({ session, describe }: ObjectListProps<O>) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const id = useId();
  const choice = use(EmptyChoiceContext);
  const objects = [...session.objects];
  const selected = [...state.selection].at(-1);
  const place = selected === undefined ? -1 : objects.findIndex(([key]) => key === selected);
  const { rowPx, frame, onScroll, first, end } = useRowsInSight(ROW, place);
  const rows = objects.slice(first, end);

  function press(event: KeyboardEvent): void {
    const last = objects.length - 1;
    const next = {
      ArrowDown: Math.min(place + 1, last),
      ArrowUp: Math.max(place - 1, 0),
      Home: 0,
      End: last,
    }[event.key];
    const key = next === undefined ? undefined : objects[next]?.[0];
    if (next === undefined) return;
    event.preventDefault();
    if (key !== undefined) show(session, key);
  }

  if (objects.length === 0) {
    const noneYet = session.kind.areInstances === false ? strings.noRegions : strings.none;
    const none = choice === null ? noneYet : strings.noneToDecide(choice);
    return <p className={styles.empty}>{state.isReadOnly ? strings.noneMade : none}</p>;
  }
  return (
    <div
      ref={frame}
      className={styles.list}
      role="listbox"
      aria-label={strings.list}
      aria-multiselectable="true"
      data-read-only={state.isReadOnly || undefined}
      tabIndex={0}
      {...(place === -1 ? {} : { "aria-activedescendant": `${id}-${selected}` })}
      onKeyDown={press}
      onScroll={onScroll}
    >
      <div className={styles.rows} style={{ blockSize: objects.length * rowPx }}>
        {rows.map(([key, entry], index) => (
          <Row
            key={key}
            {...{ session, entry, rowPx, describe }}
            id={`${id}-${key}`}
            place={first + index}
            count={objects.length}
            objectKey={key}
            isSelected={state.selection.has(key)}
            marks={[
              session.kind.detailOf?.(entry.object) ?? "",
              state.hidden.has(key) ? strings.states.hidden : "",
              state.locked.has(key) ? strings.states.locked : "",
              sayAuthor(session.figureOf(key)?.author),
            ]}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps<O extends LabeledObject> {
  readonly session: ObjectSession<O>;
  readonly entry: ObjectEntry<O>;
  readonly describe: (object: O) => string;
  readonly id: string;
  readonly objectKey: string;
  /** Its height in CSS pixels. */
  readonly rowPx: number;
  readonly place: number;
  readonly count: number;
  readonly isSelected: boolean;
  readonly marks: readonly string[];
}

function Row<O extends LabeledObject>(props: RowProps<O>) {
  const { session, entry, describe, id, objectKey, rowPx, place, count, isSelected, marks } = props;
  const { object, isSuggestion } = entry;
  const words = [...marks, isSuggestion ? strings.states.suggested : ""]
    .filter((word) => word !== "")
    .join(", ");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys, by aria-activedescendant
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
    <div
      id={id}
      role="option"
      className={styles.row}
      style={{ insetBlockStart: place * rowPx, blockSize: rowPx }}
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={place + 1}
      onClick={({ shiftKey }) =>
        shiftKey ? choose(session, [...session.selection(), objectKey]) : show(session, objectKey)
      }
    >
      <span
        className={styles.swatch}
        data-suggested={isSuggestion || undefined}
        style={{ background: session.figureOf(objectKey)?.color ?? session.colorOf(object.label) }}
      />
      <span className={styles.name}>{object.label}</span>
      {words !== "" && <span className={styles.mark}>{words}</span>}
      <span className={styles.size}>{describe(object)}</span>
    </div>
  );
}

function sayAuthor(author: number | undefined): string {
  return author === undefined ? "" : strings.author(author);
}
