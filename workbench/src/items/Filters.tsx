import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { strings as all } from "#strings/items.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import styles from "./Items.module.css";
import { ITEM_STATES, type ItemsSearch, readItemsSearch } from "./search.ts";

const strings = all.filters;

const STATES = [
  { id: "any", name: strings.states.any },
  ...ITEM_STATES.map((state) => ({ id: state, name: strings.states[state] })),
];

/** The filters of the list. They are kept in the address, so that a view can be shared. */
export function Filters({ search }: { readonly search: ItemsSearch }) {
  const navigate = useNavigate({ from: "/items" });
  const [typed, setTyped] = useState(typedOf(search));
  const show = (part: Record<string, unknown>) =>
    void navigate({ search: readItemsSearch({ ...search, ...typed, ...part }), replace: true });

  function clear() {
    const { project, batch, view } = search;
    setTyped(typedOf({}));
    void navigate({ search: readItemsSearch({ project, batch, view }), replace: true });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    show({});
  }

  return (
    <form className={styles.filters} aria-label={strings.label} onSubmit={submit}>
      <Field label={strings.text} value={typed.q} onChange={(q) => setTyped({ ...typed, q })} />
      <Select
        label={strings.state}
        options={STATES}
        value={search.state ?? "any"}
        onChange={(state) => show({ state })}
      />
      <Field
        label={strings.finalLabel}
        value={typed.label}
        onChange={(label) => setTyped({ ...typed, label })}
      />
      <Field
        label={strings.annotator}
        value={typed.annotator}
        onChange={(annotator) => setTyped({ ...typed, annotator })}
      />
      <Field
        label={strings.answer}
        value={typed.answer}
        onChange={(answer) => setTyped({ ...typed, answer })}
      />
      <Field
        label={strings.externalId}
        value={typed.external}
        onChange={(external) => setTyped({ ...typed, external })}
      />
      <Field
        label={strings.metadata}
        placeholder={strings.metadataExample}
        value={typed.metadata}
        onChange={(metadata) => setTyped({ ...typed, metadata })}
      />
      <Field
        label={strings.support}
        placeholder={strings.supportExample}
        inputMode="decimal"
        value={typed.support}
        onChange={(support) => setTyped({ ...typed, support })}
      />
      <div className={styles.apply}>
        <Button type="submit">{strings.apply}</Button>
        <Button
          look="quiet"
          isDisabled={Object.keys(search).every((name) => ["batch", "project", "view"].includes(name))}
          onPress={clear}
        >
          {strings.clear}
        </Button>
      </div>
    </form>
  );
}

/** The current values of the form. */
function typedOf(search: ItemsSearch) {
  return {
    q: search.q ?? "",
    label: search.label ?? "",
    annotator: search.annotator ?? "",
    answer: search.answer ?? "",
    external: search.external ?? "",
    metadata: search.metadata ?? "",
    support: search.support?.toString() ?? "",
  };
}
