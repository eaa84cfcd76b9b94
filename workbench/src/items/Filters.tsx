import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import styles from "./Items.module.css";
import { ITEM_STATES, type ItemsSearch, readItemsSearch } from "./search.ts";

const STATES = [
  { id: "any", name: "Any" },
  ...ITEM_STATES.map((state) => ({ id: state, name: state.charAt(0).toUpperCase() + state.slice(1) })),
];

/** What the items must be; the address keeps it, so that a view can be sent to somebody. */
export function Filters({ search }: { readonly search: ItemsSearch }) {
  const navigate = useNavigate({ from: "/items" });
  const [typed, setTyped] = useState(typedOf(search));
  const show = (part: Record<string, unknown>) =>
    void navigate({ search: readItemsSearch({ ...search, ...typed, ...part }), replace: true });

  function clear() {
    const { project, batch } = search;
    setTyped(typedOf({}));
    void navigate({ search: readItemsSearch({ project, batch }), replace: true });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    show({});
  }

  return (
    <form className={styles.filters} aria-label="Filters" onSubmit={submit}>
      <Field label="Text or file name" value={typed.q} onChange={(q) => setTyped({ ...typed, q })} />
      <Select
        label="State"
        options={STATES}
        value={search.state ?? "any"}
        onChange={(state) => show({ state })}
      />
      <Field label="Label" value={typed.label} onChange={(label) => setTyped({ ...typed, label })} />
      <Field
        label="Annotator"
        value={typed.annotator}
        onChange={(annotator) => setTyped({ ...typed, annotator })}
      />
      <Field label="Has answer" value={typed.answer} onChange={(answer) => setTyped({ ...typed, answer })} />
      <Field
        label="External id"
        value={typed.external}
        onChange={(external) => setTyped({ ...typed, external })}
      />
      <Field
        label="Metadata"
        placeholder="sensor=cam2"
        value={typed.metadata}
        onChange={(metadata) => setTyped({ ...typed, metadata })}
      />
      <Field
        label="Support under"
        placeholder="0.7"
        inputMode="decimal"
        value={typed.support}
        onChange={(support) => setTyped({ ...typed, support })}
      />
      <div className={styles.apply}>
        <Button type="submit">Filter</Button>
        <Button
          look="quiet"
          isDisabled={Object.keys(search).every((name) => name === "batch" || name === "project")}
          onPress={clear}
        >
          Clear
        </Button>
      </div>
    </form>
  );
}

/** What stands in the fields. */
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
