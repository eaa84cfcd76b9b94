import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { type Highlight, highlightKey, highlightsIn, MAX_NOTE } from "@assay/domain/highlights.ts";
import { type CSSProperties, type KeyboardEvent, use, useId, useMemo, useRef } from "react";
import { strings } from "#strings/editors/highlights.ts";
import { hintFor } from "../../actions/touch.ts";
import { Button } from "../../design/Button.tsx";
import { Field } from "../../design/Field.tsx";
import { labelColor } from "../../design/label-colors.ts";
import { type Offsets, offsetsOf } from "../spans/offsets.ts";
import type { Stretch } from "../spans/words.ts";
import { useTyped } from "../use-typed.ts";
import { FormattedContext } from "./formatted.ts";
import styles from "./Highlights.module.css";
import { type Piece, piecesOf, withHighlight } from "./highlight-text.ts";
import { helpOn } from "./MarkingHelp.tsx";
import { useSelectedText } from "./use-selected-text.ts";

interface HighlightsProps {
  readonly field: FieldDefinition;
  readonly label: string;
  /** The text of the response, as it was written. */
  readonly text: string;
  readonly value: unknown;
  readonly onChange: (highlights: readonly Highlight[] | undefined) => void;
  readonly isReadOnly: boolean;
}

/** Marks passages of a response: select text, then choose a label. */
export function Highlights(props: HighlightsProps) {
  const { field, label, text, value, isReadOnly } = props;
  const shown = useRef<HTMLDivElement>(null);
  const offsets = useMemo(() => offsetsOf(text), [text]);
  const selected = useSelectedText(shown, text, isReadOnly);
  const { highlights, colorOf, ...edits } = useEdits(props, offsets);
  const help = useId();
  const formatted = use(FormattedContext);
  const isFormatted = formatted === true;
  const { stretch, place } = selected;
  const labels = field.options ?? [];
  const mark = (name: string | undefined) => {
    if (name === undefined || stretch === null) return;
    edits.add(stretch, name);
    selected.clear();
  };
  const press = (event: KeyboardEvent) => {
    const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (isReadOnly || ctrlKey || metaKey || altKey) return;
    const digit = /^Digit([1-9])$/.exec(code)?.[1];
    if (digit !== undefined) mark(labels[Number(digit) - 1]);
    else if (key === "Delete" || key === "Backspace") edits.removeAt(place);
    else if (key === "Escape" && stretch !== null) selected.clear();
    else if (!selected.move(key, shiftKey)) return;
    event.preventDefault();
    event.stopPropagation(); // in the text, digits and arrows are not those of the editor
  };
  return (
    <div
      className={styles.highlights}
      data-highlights
      data-selecting={(stretch !== null && !isFormatted) || undefined}
    >
      <p className={styles.label}>{label}</p>
      {formatted === null && <p className={styles.help}>{helpOn(field, isReadOnly)}</p>}
      <div className={styles.box} hidden={isFormatted}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot get the focus */}
        <div
          ref={shown}
          className={styles.text}
          role="group"
          aria-label={strings.text(label)}
          aria-describedby={isReadOnly ? undefined : help}
          dir="auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys select in the text
          tabIndex={0}
          onKeyDown={press}
        >
          {piecesOf(text, highlights, offsets).map((piece) => (
            <PieceView key={piece.from} {...{ piece, colorOf }} />
          ))}
        </div>
        {!isReadOnly && (
          <Chooser
            {...{ labels, colorOf, help }}
            quote={stretch === null ? null : shortened(text.slice(stretch.from, stretch.to))}
            onChoose={mark}
          />
        )}
      </div>
      {!isReadOnly && field.required === true && value === undefined && (
        <div>
          <Button onPress={edits.none}>{strings.none}</Button>
        </div>
      )}
      {highlights.length === 0 && value !== undefined && <p className={styles.help}>{strings.noneMarked}</p>}
      <List
        {...{ label, text, highlights, colorOf, offsets, isReadOnly }}
        onNote={edits.note}
        onRemove={edits.remove}
      />
    </div>
  );
}

/** The highlights of an answer, and their changes; without any an answer that is not required is none. */
function useEdits({ field, value, onChange, isReadOnly }: HighlightsProps, offsets: Offsets) {
  const highlights = highlightsIn(value);
  const change = (next: readonly Highlight[]) =>
    !isReadOnly && onChange(next.length === 0 && field.required !== true ? undefined : next);
  const remove = (gone: readonly Highlight[]) => {
    if (gone.length > 0) change(highlights.filter((one) => !gone.includes(one)));
  };
  return {
    highlights,
    colorOf: (name: string) => labelColor(Math.max(0, field.options?.indexOf(name) ?? 0)),
    add: ({ from, to }: Stretch, label: string) => {
      const added = { start: offsets.toCodePoint(from), end: offsets.toCodePoint(to), label };
      const next = withHighlight(highlights, added);
      if (next !== highlights) change(next);
    },
    none: () => change([]),
    note: (noted: Highlight, note: string) =>
      change(highlights.map((one) => (one === noted ? withNote(one, note) : one))),
    remove: (gone: Highlight) => remove([gone]),
    removeAt: (place: Stretch | null) =>
      remove(place === null ? [] : highlights.filter((one) => meets(one, place, offsets))),
  };
}

interface ChooserProps {
  readonly labels: readonly string[];
  readonly colorOf: (label: string) => string;
  /** The id of the sentence that says how to select. */
  readonly help: string;
  /** The selected text; null if there is none. */
  readonly quote: string | null;
  readonly onChoose: (label: string) => void;
}

/** The labels for the selected text. They lie over what is below the text: nothing moves when they appear, and without a selection they take no room. */
function Chooser({ labels, colorOf, help, quote, onChoose }: ChooserProps) {
  return (
    <div className={styles.chooser}>
      <p id={help} hidden>
        {hintFor(strings.select)} {hintFor(strings.go)}
      </p>
      <p role="status" className={styles.selected}>
        {quote !== null && strings.selected(quote)}
      </p>
      {quote === null ? (
        <p className={styles.keys} aria-hidden="true">
          {hintFor(strings.go)}
        </p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: a click on a label must not deselect the text
        <div className={styles.labels} onMouseDown={(event) => event.preventDefault()}>
          {labels.map((name, place) => (
            <Button key={name} onPress={() => onChoose(name)}>
              <span className={styles.swatch} style={{ background: colorOf(name) }} />
              {name} {place < 9 && <kbd>{place + 1}</kbd>}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

interface ListProps {
  readonly label: string;
  readonly text: string;
  readonly highlights: readonly Highlight[];
  readonly colorOf: (label: string) => string;
  readonly offsets: Offsets;
  readonly isReadOnly: boolean;
  readonly onNote: (highlight: Highlight, note: string) => void;
  readonly onRemove: (highlight: Highlight) => void;
}

function List({ label, text, highlights, colorOf, offsets, isReadOnly, onNote, onRemove }: ListProps) {
  if (highlights.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={strings.list(label)}>
      {highlights.map((highlight) => (
        <Row
          key={highlightKey(highlight)}
          {...{ highlight, isReadOnly }}
          color={colorOf(highlight.label)}
          quote={shortened(text.slice(offsets.toUnit(highlight.start), offsets.toUnit(highlight.end)))}
          onNote={(note) => onNote(highlight, note)}
          onRemove={() => onRemove(highlight)}
        />
      ))}
    </ul>
  );
}

function PieceView({
  piece,
  colorOf,
}: {
  readonly piece: Piece;
  readonly colorOf: (label: string) => string;
}) {
  const { text, highlights, ended } = piece;
  const top = highlights.at(-1);
  const marked =
    top === undefined ? (
      <span>{text}</span>
    ) : (
      <mark
        className={styles.mark}
        title={highlights.map(({ label }) => label).join(", ")}
        style={{ "--label": colorOf(top.label) } as CSSProperties}
      >
        {text}
      </mark>
    );
  return (
    <>
      {marked}
      {ended.map((one) => (
        // the name is drawn by the style sheet, so that it is no part of the selected text
        <span
          key={highlightKey(one)}
          className={styles.tag}
          data-label={one.label}
          style={{ "--label": colorOf(one.label) } as CSSProperties}
        />
      ))}
    </>
  );
}

interface RowProps {
  readonly highlight: Highlight;
  readonly color: string;
  readonly quote: string;
  readonly isReadOnly: boolean;
  readonly onNote: (note: string) => void;
  readonly onRemove: () => void;
}

function Row({ highlight: { label, note = "" }, color, quote, isReadOnly, onNote, onRemove }: RowProps) {
  const typed = useTyped(note, onNote);
  return (
    <li className={styles.row}>
      <p className={styles.name}>
        <span className={styles.swatch} style={{ background: color }} />
        <strong>{label}</strong> <q dir="auto">{quote}</q>
      </p>
      {isReadOnly ? (
        note !== "" && <p dir="auto">{note}</p>
      ) : (
        <div className={styles.note}>
          <Field
            {...typed}
            label={strings.noteOn(label, quote)}
            placeholder={strings.note}
            maxLength={MAX_NOTE}
          />
          <Button look="quiet" aria-label={strings.removeOne(label, quote)} onPress={onRemove}>
            {strings.remove}
          </Button>
        </div>
      )}
    </li>
  );
}

function meets({ start, end }: Highlight, { from, to }: Stretch, { toUnit }: Offsets): boolean {
  return toUnit(start) < to && from < toUnit(end);
}

function withNote({ note: _, ...highlight }: Highlight, note: string): Highlight {
  return note === "" ? highlight : { ...highlight, note };
}

/** The beginning of a long quote. */
function shortened(quote: string): string {
  return quote.length > QUOTED ? `${quote.slice(0, QUOTED)}…` : quote;
}

const QUOTED = 60;
