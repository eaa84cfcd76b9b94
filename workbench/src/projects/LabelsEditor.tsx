import type { LabelInput } from "@assay/domain/labels.ts";
import { reservedFor } from "@assay/domain/reserved-keys.ts";
import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { strings as all } from "#strings/projects.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { labelColor } from "../design/label-colors.ts";
import { Select } from "../design/Select.tsx";
import { labelKeys, shownKey } from "../editors/labels/label-keys.ts";
import { canonicalName } from "../editors/names.ts";
import { capitalize } from "../strings/format.ts";
import { type LabelDraft, labelFaults, namesIn } from "./draft.ts";
import styles from "./LabelsEditor.module.css";
import { RelationPart } from "./RelationPart.tsx";

const strings = all.labels;

interface LabelsEditorProps {
  readonly annotation_type: string;
  /** Labels in use by answers: they are retired instead of removed. */
  readonly before?: readonly LabelInput[];
  readonly labels: readonly LabelDraft[];
  readonly onChange: (labels: readonly LabelDraft[]) => void;
}

const NO_PARENT = "";

/** Edits the project's labels: name, color, key, parent and order. Errors are shown at their label. */
export function LabelsEditor({ annotation_type, before = [], labels, onChange }: LabelsEditorProps) {
  const added = useRef(0);
  const faults = labelFaults(before, labels, annotation_type);
  const keys = keysOf(labels, canonicalName(annotation_type) ?? "");

  const change = (key: string, part: Partial<LabelDraft>) =>
    onChange(labels.map((label) => (label.key === key ? { ...label, ...part } : label)));

  function relate({ key, ...before }: LabelDraft, relation: LabelInput["relation"] | undefined) {
    const { relation: _, ...plain } = before;
    const after = { key, ...plain, ...(relation !== undefined && { relation }) };
    onChange(labels.map((label) => (label.key === key ? after : label)));
  }

  function move(from: number, to: number, button: Element) {
    const next = labels.toSpliced(from, 1);
    flushSync(() => onChange(next.toSpliced(to, 0, ...labels.slice(from, from + 1))));
    // the row may have been moved in the document, and at the end of the list the button is disabled
    const others = button.parentElement?.querySelectorAll("button") ?? [];
    const buttons = [button, ...others].filter((one) => one instanceof HTMLButtonElement);
    buttons.find(({ disabled }) => !disabled)?.focus();
  }

  function add(names: readonly string[]) {
    const more = names.map((name, index) => {
      added.current += 1;
      return { key: `new_${added.current}`, name, color: labelColor(labels.length + index) };
    });
    onChange([...labels, ...more]);
  }

  return (
    <div className={styles.editor}>
      {labels.length > 0 && (
        <ul className={styles.rows} aria-label={strings.list}>
          {labels.map((label, place) => (
            <Row
              key={label.key}
              place={place}
              label={label}
              usual={keys.get(label.key) ?? ""}
              canRelate={canonicalName(annotation_type) === "named_entity_recognition"}
              others={labels.filter(({ key }) => key !== label.key)}
              fault={faults.get(label.key)}
              isKept={before.some(({ id }) => id !== undefined && id === label.id)}
              onChange={(part) => change(label.key, part)}
              onRelation={(relation) => relate(label, relation)}
              onMove={(to, button) => move(place, to, button)}
              onRemove={() => onChange(labels.filter(({ key }) => key !== label.key))}
            />
          ))}
        </ul>
      )}
      <AddLabels onAdd={add} />
    </div>
  );
}

/** Adds the names that are typed or pasted. */
function AddLabels({ onAdd }: { readonly onAdd: (names: readonly string[]) => void }) {
  const [next, setNext] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const names = namesIn(next);
  const add = () => {
    if (names.length === 0) return;
    onAdd(names);
    setNext("");
  };
  return (
    <div className={styles.add}>
      <Field
        inputRef={field}
        label={strings.add}
        description={strings.addHelp}
        value={next}
        onChange={setNext}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
        placeholder={strings.example}
      />
      <Button
        isDisabled={names.length === 0}
        onPress={() => {
          add();
          field.current?.focus();
        }}
      >
        {strings.addButton}
      </Button>
    </div>
  );
}

/** What annotators press for each label without a key of its own, by the key of the draft. */
function keysOf(labels: readonly LabelDraft[], type: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const isRelation of [false, true]) {
    const chosen = labels.filter(
      ({ relation, retired = false }) => !retired && (relation !== undefined) === isRelation,
    );
    const hotkeys = chosen.map(({ hotkey = null }) =>
      hotkey !== null && reservedFor(type, hotkey) !== undefined ? null : hotkey,
    );
    for (const [place, key] of labelKeys(hotkeys).entries()) {
      const { key: draft } = chosen[place] ?? {};
      if (draft !== undefined && key !== null) found.set(draft, shownKey(key));
    }
  }
  return found;
}

interface RowProps {
  readonly place: number;
  readonly label: LabelDraft;
  /** The key that annotators have for it if it has none of its own. */
  readonly usual: string;
  /** The label can be a relation type. */
  readonly canRelate: boolean;
  readonly others: readonly LabelDraft[];
  readonly fault: string | undefined;
  readonly isKept: boolean;
  readonly onChange: (part: Partial<LabelDraft>) => void;
  /** Makes the label a relation type, or undefined one of spans. */
  readonly onRelation: (relation: LabelInput["relation"] | undefined) => void;
  /** Called with the new place and the pressed button. */
  readonly onMove: (to: number, button: Element) => void;
  readonly onRemove: () => void;
}

function Row(props: RowProps) {
  const { place, label, usual, canRelate, others, fault, onChange, onRelation } = props;
  const { name, color, hotkey, attributes = [], retired = false } = label;
  const isOfKey = fault?.startsWith("hotkey ") ?? false;
  const [isOpen, setOpen] = useState(false); // matters on narrow screens only
  return (
    <li className={retired ? `${styles.row} ${styles.retired}` : styles.row}>
      <input
        className={styles.swatch}
        type="color"
        aria-label={strings.color(name)}
        value={color ?? labelColor(place)}
        onChange={({ target }) => onChange({ color: target.value })}
      />
      <input
        className={styles.input}
        aria-label={strings.name(name)}
        aria-invalid={fault !== undefined && !isOfKey}
        value={name}
        maxLength={200}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <input
        className={styles.key}
        aria-label={strings.key(name)}
        aria-invalid={isOfKey}
        placeholder={usual}
        value={hotkey ?? ""}
        maxLength={1}
        onChange={({ target }) => onChange({ hotkey: target.value === "" ? null : target.value })}
      />
      <span className={styles.more}>
        <Button
          look="quiet"
          aria-label={strings.more(name)}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {strings.moreShort}
        </Button>
      </span>
      <Rare {...props} isOpen={isOpen} />
      {canRelate && <RelationPart {...{ label, others, onRelation }} />}
      {attributes.length > 0 && <p className={styles.hint}>{strings.attributes(attributes)}</p>}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {capitalize(fault)}
        </p>
      )}
    </li>
  );
}

/** The parent of the label, its place and its end, which are rarely changed. */
function Rare({ place, label, others, isKept, isOpen, ...deeds }: RowProps & { readonly isOpen: boolean }) {
  const { onChange, onMove, onRemove } = deeds;
  const { name, parent, retired = false } = label;
  const parents = [
    { id: NO_PARENT, name: strings.noParent },
    ...others
      .map((other) => ({ id: other.id ?? other.name, name: other.name }))
      .filter(({ id }) => id !== ""),
  ];
  const known = parents.find(({ id, name: called }) => id === parent || called === parent);
  return (
    <div className={styles.rare} data-open={isOpen || undefined}>
      <div className={styles.parent}>
        <Select
          label={strings.parent(name)}
          isLabelHidden
          options={parents}
          value={known?.id ?? NO_PARENT}
          onChange={(id) => onChange({ parent: id === NO_PARENT ? null : id })}
        />
      </div>
      <span className={styles.actions}>
        <Button
          look="quiet"
          aria-label={strings.moveUp(name)}
          isDisabled={place === 0}
          onPress={({ target }) => onMove(place - 1, target)}
        >
          <span className={styles.arrow}>{strings.up}</span>
        </Button>
        <Button
          look="quiet"
          aria-label={strings.moveDown(name)}
          isDisabled={place === others.length}
          onPress={({ target }) => onMove(place + 1, target)}
        >
          <span className={styles.arrow}>{strings.down}</span>
        </Button>
        {isKept ? (
          <Button
            look="quiet"
            aria-label={retired ? strings.restoreOne(name) : strings.retireOne(name)}
            onPress={() => onChange({ retired: !retired })}
          >
            {retired ? strings.restore : strings.retire}
          </Button>
        ) : (
          <Button look="quiet" aria-label={strings.removeOne(name)} onPress={onRemove}>
            {strings.remove}
          </Button>
        )}
      </span>
    </div>
  );
}
