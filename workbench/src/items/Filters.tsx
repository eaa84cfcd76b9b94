import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { strings as all } from "#strings/items.ts";
import { Button } from "../design/Button.tsx";
import { Field, type FieldProps } from "../design/Field.tsx";
import styles from "./Items.module.css";
import { type Pickable, PickFilter } from "./PickFilter.tsx";
import { SavedViews, useSavedViews } from "./SavedViews.tsx";
import { type ItemsSearch, isMetadata, isSupport, readItemsSearch, WAITS_FOR } from "./search.ts";
import { usePickable } from "./use-pickable.ts";

const strings = all.filters;

/** The filters that are shown when they are asked for. */
const RARE = ["answer", "other", "waits", "audited", "external", "metadata", "support"] as const;

/** The filters of the list. They are kept in the address, so that a view can be shared. */
export function Filters({ search }: { readonly search: ItemsSearch }) {
  const navigate = useNavigate({ from: "/items" });
  const [typed, setTyped] = useState(typedOf(search));
  const [isOpen, setOpen] = useState(false); // matters on narrow screens only
  const [hasMore, setMore] = useState(false);
  const { project_id, count, states, labels, annotators } = usePickable(search);
  const show = (next: Record<string, unknown>) =>
    void navigate({ search: readItemsSearch({ ...search, ...next }), replace: true });
  const open = (view: ItemsSearch) => {
    setTyped(typedOf(view));
    void navigate({ search: view, replace: true });
  };
  const field = (name: keyof typeof typed, label: string, more: Partial<FieldProps> = {}) => (
    <Field
      {...more}
      label={label}
      value={typed[name]}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
    />
  );
  const pick = (name: Picked, label: string, options?: readonly Pickable[]) =>
    options === undefined ? (
      field(name, label)
    ) : (
      <PickFilter
        {...{ label, options }}
        value={typed[name]}
        onOpen={count}
        onChange={(value) => {
          const next = { ...typed, [name]: value };
          setTyped(next);
          show(next);
        }}
      />
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    show(typed);
  }

  const { project, batch, view, sort } = search;
  const saved = useSavedViews(project_id, search);
  return (
    <>
      <div className={styles.fold}>
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? strings.hide : strings.show}
        </Button>
      </div>
      <form
        className={styles.filters}
        data-open={isOpen || undefined}
        data-search
        aria-label={strings.label}
        onSubmit={submit}
      >
        {field("q", strings.text)}
        <PickFilter
          label={strings.state}
          options={states}
          value={search.state ?? ""}
          onChange={(state) => show({ ...typed, state })}
        />
        {pick("label", strings.finalLabel, labels)}
        {pick("annotator", strings.annotator, annotators)}
        <Apply
          {...{ search, saved, hasMore }}
          onMore={() => setMore(!hasMore)}
          onClear={() => open(readItemsSearch({ project, batch, view, sort }))}
        />
        {hasMore && (
          <div className={styles.more}>
            {pick("answer", strings.answer, labels?.map(withoutCount))}
            {typed.answer !== "" && pick("other", strings.other, labels?.map(withoutCount))}
            <DecisionFilters search={search} onShow={(next) => show({ ...typed, ...next })} />
            {field("external", strings.externalId)}
            {field("metadata", strings.metadata, {
              placeholder: strings.metadataExample,
              validate: (text) => (text === "" || isMetadata(text) ? null : strings.badMetadata),
            })}
            {field("support", strings.support, {
              ...{ placeholder: strings.supportExample, inputMode: "decimal" },
              validate: (text) => (text === "" || isSupport(Number(text)) ? null : strings.badSupport),
            })}
          </div>
        )}
      </form>
      <SavedViews {...saved} search={search} onShow={open} />
    </>
  );
}

type Picked = "label" | "annotator" | "answer" | "other";

interface ApplyProps {
  readonly search: ItemsSearch;
  readonly saved: ReturnType<typeof useSavedViews>;
  /** Whether all filters are shown. */
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly onClear: () => void;
}

function Apply({ search, saved, hasMore, onMore, onClear }: ApplyProps) {
  const isClear = Object.keys(search).every((name) => ["batch", "project", "view", "sort"].includes(name));
  return (
    <div className={styles.apply}>
      <Button type="submit">{strings.apply}</Button>
      <Button look="quiet" aria-expanded={hasMore} onPress={onMore}>
        {strings.more(RARE.filter((name) => search[name] !== undefined).length)}
      </Button>
      <Button look="quiet" isDisabled={isClear} onPress={onClear}>
        {strings.clear}
      </Button>
      <Button look="quiet" isDisabled={!saved.canSave} onPress={saved.name}>
        {all.views.save}
      </Button>
    </div>
  );
}

/** The counts are those of final labels. */
function withoutCount({ value, name }: Pickable): Pickable {
  return { value, name };
}

interface DecisionFiltersProps {
  readonly search: ItemsSearch;
  readonly onShow: (next: { readonly waits?: string; readonly audited?: string }) => void;
}

/** Who has to decide, and what an audit decided. */
function DecisionFilters({ search, onShow }: DecisionFiltersProps) {
  return (
    <>
      <PickFilter
        label={strings.waitsFor}
        options={WAITS_FOR.map((value) => ({ value, name: strings.waits[value] }))}
        value={search.waits ?? ""}
        onChange={(waits) => onShow({ waits })}
      />
      {search.batch !== undefined && (
        <PickFilter
          label={strings.audited}
          options={[{ value: "wrong", name: strings.auditedWrong }]}
          value={search.audited ?? ""}
          onChange={(audited) => onShow({ audited })}
        />
      )}
    </>
  );
}

/** The current values of the form. */
function typedOf(search: ItemsSearch) {
  return {
    q: search.q ?? "",
    label: search.label ?? "",
    annotator: search.annotator ?? "",
    answer: search.answer ?? "",
    other: search.other ?? "",
    external: search.external ?? "",
    metadata: search.metadata ?? "",
    support: search.support?.toString() ?? "",
  };
}
