import { type CSSProperties, type FormEvent, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { strings } from "#strings/editors/labels.ts";
import { useActions } from "../../actions/use-actions.ts";
import { Button } from "../../design/Button.tsx";
import { TextInput } from "../../design/TextInput.tsx";
import type { Guidelines } from "../editor.ts";
import styles from "./LabelBar.module.css";
import { shownKey } from "./label-keys.ts";
import { labelActions, type PickableLabel } from "./pickable.ts";
import { rememberLabel } from "./remembered.ts";

interface LabelBarProps {
  readonly labels: readonly PickableLabel[];
  readonly chosen: ReadonlySet<string>;
  readonly onPick: (name: string) => void;
  /** The accessible name: what choosing a label does. */
  readonly purpose: string;
  /** A project without labels accepts any name. */
  readonly project: Guidelines;
  readonly isReadOnly: boolean;
  /** Cancels the question for a label; if set, the field gets the focus in projects without labels. */
  readonly onCancel?: () => void;
  /** Stacks the labels in one column of large buttons. */
  readonly isTall?: boolean;
}

/** With more labels the bar shows a search field instead of all of them. */
export const MANY = 20;
const SHOWN = 100;

/** The labels as buttons with their keys; registers the keys as actions. */
export function LabelBar(props: LabelBarProps) {
  const { labels, chosen, onPick, purpose, project, isReadOnly, onCancel, isTall = false } = props;
  const [sought, setSought] = useState("");
  const search = useRef<HTMLInputElement>(null);
  const hasSearch = labels.length > MANY;
  const isFree = project.labels.every(({ retired }) => retired);
  useActions(isReadOnly ? [] : labelActions(labels, onPick));
  const find = { id: "label.search", title: strings.search, keys: ["/"], run: () => search.current?.focus() };
  useActions(hasSearch ? [find] : []);
  const found = labels.filter(({ name, path }) =>
    [...path, name].join(" ").toLowerCase().includes(sought.trim().toLowerCase()),
  );
  const pickFirst = () => {
    const [first] = found;
    if (first !== undefined) onPick(first.name);
  };
  return (
    <div className={styles.labels} data-question={chosen.size === 0 ? "answer" : undefined} data-digits>
      {hasSearch && (
        <TextInput
          ref={search}
          label={strings.search}
          value={sought}
          onChange={setSought}
          onKeyDown={(pressed) => {
            const isPicked = pressed.key === "Enter" && !isReadOnly && !pressed.ctrlKey;
            if (isPicked) pickFirst();
            if (!isPicked && pressed.key !== "Escape") return;
            setSought("");
            pressed.currentTarget.blur(); // returns the keys to the tools
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is not shown */}
      <div role="group" aria-label={purpose} className={isTall ? styles.tall : styles.bar}>
        {found.slice(0, SHOWN).map((label) => (
          <LabelButton
            key={label.name}
            {...{ label, onPick, isReadOnly }}
            isChosen={chosen.has(label.name)}
          />
        ))}
      </div>
      {found.length > SHOWN && <p className={styles.more}>{strings.more(found.length - SHOWN)}</p>}
      {isFree && !isReadOnly && (
        <NewLabel
          autoFocus={onCancel !== undefined && labels.length === 0}
          onCancel={onCancel}
          onPick={(name) => {
            rememberLabel(project.id, name);
            onPick(name);
          }}
        />
      )}
    </div>
  );
}

interface LabelButtonProps {
  readonly label: PickableLabel;
  readonly isChosen: boolean;
  readonly onPick: (name: string) => void;
  readonly isReadOnly: boolean;
}

function LabelButton({ label: { name, path, color, key }, isChosen, onPick, isReadOnly }: LabelButtonProps) {
  return (
    <AriaButton
      className={styles.label ?? ""}
      style={{ "--label": color } as CSSProperties}
      aria-pressed={isChosen}
      isDisabled={isReadOnly}
      onPress={() => onPick(name)}
      {...(key === null || isReadOnly
        ? {}
        : { "aria-keyshortcuts": shownKey(key).replace("Shift ", "Shift+") })}
    >
      <span className={styles.swatch} aria-hidden="true" />
      <span className={styles.name}>
        {path.length > 0 && (
          <span className={styles.path}>{path.map((above) => `${above} › `).join("")}</span>
        )}
        {name}
      </span>
      {key !== null && !isReadOnly && <kbd>{shownKey(key)}</kbd>}
    </AriaButton>
  );
}

interface NewLabelProps {
  readonly onPick: (name: string) => void;
  readonly onCancel: (() => void) | undefined;
  readonly autoFocus: boolean;
}

function NewLabel({ onPick, onCancel, autoFocus }: NewLabelProps) {
  const [name, setName] = useState("");
  const pick = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    onPick(name.trim());
    setName("");
  };
  return (
    <form className={styles.free} onSubmit={pick}>
      <TextInput
        label={strings.label}
        value={name}
        onChange={setName}
        maxLength={200}
        autoFocus={autoFocus}
        onKeyDown={(pressed) => {
          if (pressed.key === "Escape") onCancel?.();
        }}
      />
      <Button type="submit">{strings.use}</Button>
    </form>
  );
}
