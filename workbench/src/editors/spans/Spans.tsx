import { type ComponentProps, lazy, Suspense, use, useMemo, useRef, useState } from "react";
import { strings } from "#strings/editors/spans.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import { keyName } from "../../actions/key-name.ts";
import { keyOf } from "../../actions/own-keys.ts";
import { hintFor } from "../../actions/touch.ts";
import { useActions } from "../../actions/use-actions.ts";
import { type CommentPlace, usePins } from "../../comments/pins.ts";
import { Button } from "../../design/Button.tsx";
import { Notice } from "../../design/Notice.tsx";
import type { Entries } from "../../drafts/document.ts";
import { AssistContext } from "../assist.ts";
import { EntryList } from "../EntryList.tsx";
import type { EditorProps } from "../editor.ts";
import { useEntries } from "../entries.ts";
import { LabelBar, MANY } from "../labels/LabelBar.tsx";
import { pickableLabels, pickableRelations } from "../labels/pickable.ts";
import { useSelectedObject } from "../selected-object.ts";
import { Workspace } from "../Workspace.tsx";
import { readingActions, spanActions } from "./actions.ts";
import { relationsIn, type SpanEntry, spansIn } from "./answer.ts";
import { excerpt } from "./excerpt.ts";
import { FindBar } from "./FindBar.tsx";
import { type Offsets, offsetsOf } from "./offsets.ts";
import { useReadingSettings } from "./reading-settings.ts";
import { endsNowhere, relatesSpans } from "./relation-types.ts";
import styles from "./Spans.module.css";
import { Steady } from "./Steady.tsx";
import { Tools } from "./Tools.tsx";
import type { TextView } from "./text-view.ts";
import { useFind } from "./use-find.ts";
import { useRelationTypes } from "./use-relation-types.ts";
import { currentLabels, type SpanHand, useSpans } from "./use-spans.ts";
import { type Read, useFreeFocus, useMeasured, useTextView } from "./use-text-view.ts";
import { useTouchedWords } from "./use-touched-words.ts";
import { wholeWords } from "./words.ts";

/** Few projects have a model to ask. */
const AskedSpans = lazy(async () => ({ default: (await import("./AskedSpans.tsx")).AskedSpans }));

/** Edits the spans of a text and the relations between them. */
export function Spans({ item, project, document, isReadOnly }: EditorProps) {
  const text = item.text ?? "";
  const entries = useEntries(document);
  const labels = useMemo(() => pickableLabels(project, labelsIn(entries)), [project, entries]);
  const types = useMemo(() => pickableRelations(project, labelsIn(entries)), [project, entries]);
  const colorOf = useMemo(() => {
    const colors = new Map([...types, ...labels].map(({ name, color }) => [name, color]));
    return (label: string) => colors.get(label) ?? "var(--line-strong)";
  }, [labels, types]);
  const offsets = useMemo(() => offsetsOf(text), [text]);
  const view = useRef<TextView>(null);
  const read = { text, offsets, view };
  const [settings, changeSettings] = useReadingSettings();
  const { snaps, isCompact } = settings;
  const find = useFind(read, settings);
  const hand = useSpans({ ...read, project, document, isReadOnly, snaps, hits: find });
  useSelectedObject(hand.selected, hand.select);
  const [marked, setMarked] = useState<CommentPlace | null>(null);
  const pointAt = useTouchedWords(read, hand, setMarked, isReadOnly);
  const pinned = usePins(commentPlaceOf(spansIn(entries).get(hand.selected ?? "")) ?? marked, ({ span }) => {
    if (span !== undefined) view.current?.reveal(offsets.toUnit(span.start));
  });
  const [proposed, propose] = useState<readonly SpanEntry[]>([]);
  const place = useTextView(
    read,
    { entries, selected: hand.selected, colorOf, pinned, proposed },
    {
      onSelected: () => {
        const { from, to } = view.current?.selection() ?? { from: 0, to: 0 };
        const grown = snaps && !isReadOnly ? wholeWords(text, from, to) : undefined;
        if (grown !== undefined) view.current?.select(grown);
        hand.selectedText();
        setMarked(selectedIn(view.current, offsets));
      },
      onPoint: pointAt,
    },
  );
  const focus = useFreeFocus(read, isReadOnly);
  const reading = readingActions(find, settings, changeSettings, focus);
  useActions([...reading, ...spanActions(hand, find, isReadOnly)]);
  useMeasured(view, isCompact);
  const { relatedFrom, isForHits, pick } = hand;
  const told = { project, document, entries, hand };
  const { ends, fitting, isImpossible, waits } = useRelationTypes(types, told);
  const askForHits = () => {
    hand.askForHits();
    focus();
  };
  const lists = <Lists {...{ entries, text, offsets, colorOf, hand, isReadOnly, project }} />;
  return (
    <Workspace reading={text} side={lists}>
      <Steady isReplaced={ends !== undefined} isMany={labels.length > MANY}>
        <LabelBar
          labels={ends === undefined ? labels : fitting}
          chosen={ends === undefined ? currentLabels(hand, entries) : new Set()}
          onPick={pick}
          purpose={
            isForHits ? strings.hitsLabel : ends === undefined ? strings.spanLabel : strings.relationLabel
          }
          project={project}
          isReadOnly={isReadOnly}
        />
      </Steady>
      {!isReadOnly && <Asked {...{ document, proposed, propose, ...read }} />}
      {relatedFrom === null ? (
        <Tools {...{ find, settings, hand, isReadOnly }} onChange={changeSettings} />
      ) : (
        <Relating {...{ entries, text, offsets, hand }} from={relatedFrom} isImpossible={isImpossible} />
      )}
      {find.words !== null && (
        <FindBar {...{ find, settings, isReadOnly }} onChange={changeSettings} onLabel={askForHits} />
      )}
      <div ref={place} dir="auto" data-compact={isCompact || undefined} className={styles.text} />
      {waits !== null && <Notice tone="warn">{waits}</Notice>}
    </Workspace>
  );
}

type AskedProps = Omit<ComponentProps<typeof AskedSpans>, "assist" | "excerpt" | "onReveal"> & Read;

/** What the project's model finds for a text; nothing in a project without a model. */
function Asked({ text, offsets, view, ...props }: AskedProps) {
  const assist = use(AssistContext);
  if (assist === null) return null;
  return (
    <Suspense>
      <AskedSpans
        {...{ ...props, assist }}
        excerpt={(span) => excerpt(span, text, offsets)}
        onReveal={({ start }) => view.current?.reveal(offsets.toUnit(start))}
      />
    </Suspense>
  );
}

function commentPlaceOf(span: SpanEntry | undefined): CommentPlace | undefined {
  return span === undefined ? undefined : { span: { start: span.start, end: span.end } };
}

/** The selected text as a place for comments; null without a selection. */
function selectedIn(view: TextView | null, { toCodePoint }: Offsets): CommentPlace | null {
  const { from, to } = view?.selection() ?? { from: 0, to: 0 };
  return from === to ? null : { span: { start: toCodePoint(from), end: toCodePoint(to) } };
}

interface Told {
  readonly entries: Entries<unknown>;
  readonly text: string;
  readonly offsets: Offsets;
  readonly hand: SpanHand;
}

interface RelatingProps extends Told {
  readonly from: string;
  /** No relation type allows these spans. */
  readonly isImpossible: boolean;
}

/** Tells the annotator what remains to do to create the relation, in the place of the tools, so that the text stays where it is. */
function Relating({ entries, text, offsets, hand, from, isImpossible }: RelatingProps) {
  const spans = spansIn(entries);
  const to = hand.selected === from || hand.selected === null ? undefined : spans.get(hand.selected);
  const source = excerpt(spans.get(from), text, offsets);
  return (
    <div className={styles.relating} role="status">
      <span>
        {isImpossible
          ? strings.unrelatable(spans.get(from)?.label ?? "", to?.label)
          : to === undefined
            ? hintFor(strings.relating)(source)
            : strings.related(source, excerpt(to, text, offsets))}
      </span>
      <Button look="quiet" onPress={hand.cancel}>
        {everywhere.cancel}
      </Button>
    </div>
  );
}

interface ListsProps extends Told, Pick<EditorProps, "project"> {
  readonly colorOf: (label: string) => string;
  readonly isReadOnly: boolean;
}

function Lists({ entries, text, offsets, colorOf, hand, isReadOnly, project }: ListsProps) {
  const { selected, select, startRelation, relatedFrom } = hand;
  const onDelete = isReadOnly ? undefined : hand.remove;
  const spans = spansIn(entries);
  const spanRows = useMemo(
    () =>
      [...spansIn(entries)]
        .sort(([, a], [, b]) => a.start - b.start || a.end - b.end)
        .map(([key, span]) => ({
          key,
          label: span.label,
          color: colorOf(span.label),
          text: () => excerpt(span, text, offsets),
        })),
    [entries, colorOf, text, offsets],
  );
  const isNone = selected === null || !spans.has(selected);
  const relationKey = keyName(keyOf("spans.relation", "T"));
  const hasRelations = relatesSpans(project) || relationsIn(entries).size > 0 || relatedFrom !== null;
  const isAlone = spans.size < 2 || endsNowhere(project, spans.get(selected ?? ""));
  const relationRows = [...relationsIn(entries)].map(([key, { from, to, label }]) => ({
    key,
    label,
    color: colorOf(label),
    text: () =>
      strings.fromTo(excerpt(spans.get(from), text, offsets), excerpt(spans.get(to), text, offsets)),
  }));
  return (
    <>
      <EntryList
        title={strings.list}
        empty={isReadOnly ? strings.noneMade : hintFor(strings.none)}
        rows={spanRows}
        {...{ selected, onSelect: select, onDelete }}
      />
      {!isReadOnly && (
        <div className={styles.ofSpan}>
          <Button isDisabled={isNone} onPress={() => hand.labelSame(true)}>
            {strings.labelSame} <kbd>{keyName(keyOf("spans.label-same", "Shift+O"))}</kbd>
          </Button>
          {hasRelations && (
            <Button isDisabled={isNone || isAlone || relatedFrom !== null} onPress={startRelation}>
              {strings.relate} <kbd>{relationKey}</kbd>
            </Button>
          )}
        </div>
      )}
      {hasRelations && (
        <EntryList
          title={strings.relations}
          empty={isReadOnly ? strings.noRelationsMade : strings.noRelations}
          rows={relationRows}
          {...{ selected, onSelect: select, onDelete }}
        />
      )}
    </>
  );
}

function labelsIn(entries: Entries<unknown>): readonly string[] {
  return [...spansIn(entries).values(), ...relationsIn(entries).values()].map(({ label }) => label);
}
