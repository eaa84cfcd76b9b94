import { useState } from "react";
import { strings as all } from "#strings/items.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import styles from "./Items.module.css";
import { MOST_VIEWS, removeView, savedViews, saveView } from "./saved-views.ts";
import type { ItemsSearch } from "./search.ts";

const strings = all.views;

interface SavedViewsProps {
  readonly project_id: string;
  readonly search: ItemsSearch;
  readonly onShow: (search: ItemsSearch) => void;
}

/** The saved filters of a project, and the button that saves the present ones; nothing without either. */
export function SavedViews({ project_id, search, onShow }: SavedViewsProps) {
  const [views, setViews] = useState(() => savedViews(project_id));
  const [isNaming, setNaming] = useState(false);
  const { batch, project, ...filters } = search;
  const { view: _view, sort: _sort, ...narrowing } = filters;
  const isFiltered = Object.keys(narrowing).length > 0;
  const scope = { ...(batch === undefined ? {} : { batch }), ...(project === undefined ? {} : { project }) };
  const present = JSON.stringify(Object.entries(filters).sort());
  if (views.length === 0 && !isFiltered) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is not shown
    <div role="group" aria-label={strings.label} className={styles.saved}>
      {views.map(({ name, search: saved }) => (
        <span key={name} className={styles.view}>
          <Button
            aria-pressed={JSON.stringify(Object.entries(saved).sort()) === present}
            onPress={() => onShow({ ...saved, ...scope })}
          >
            {name}
          </Button>
          <Button
            look="quiet"
            aria-label={strings.remove(name)}
            onPress={() => setViews(removeView(project_id, name))}
          >
            {strings.removeSign}
          </Button>
        </span>
      ))}
      {isFiltered && (
        <Button look="quiet" isDisabled={views.length >= MOST_VIEWS} onPress={() => setNaming(true)}>
          {strings.save}
        </Button>
      )}
      {isNaming && (
        <Naming
          onClose={() => setNaming(false)}
          onName={(name) => {
            setViews(saveView(project_id, { name, search: filters }));
            setNaming(false);
          }}
        />
      )}
    </div>
  );
}

interface NamingProps {
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function Naming({ onName, onClose }: NamingProps) {
  const [name, setName] = useState("");
  return (
    <SubmitDialog
      title={strings.save}
      verb={strings.verb}
      isDisabled={name.trim() === ""}
      onSubmit={() => onName(name.trim())}
      onClose={onClose}
    >
      <Field label={strings.name} maxLength={60} value={name} onChange={setName} />
      <p className={styles.quiet}>{strings.help}</p>
    </SubmitDialog>
  );
}
