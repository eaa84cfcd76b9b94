import { useMemo, useState } from "react";
import { strings as all } from "#strings/items.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import styles from "./Items.module.css";
import { MOST_VIEWS, removeView, type SavedView, savedViews, saveView } from "./saved-views.ts";
import type { ItemsSearch } from "./search.ts";

const strings = all.views;

/** The saved filters of a project, none before it is known, and the dialog that saves those of `search`. */
export function useSavedViews(project_id: string | undefined, search: ItemsSearch) {
  const [changed, setChanged] = useState<{ readonly of: string; readonly views: readonly SavedView[] }>();
  const [isNaming, setNaming] = useState(false);
  const kept = useMemo(() => (project_id === undefined ? [] : savedViews(project_id)), [project_id]);
  const views = changed !== undefined && changed.of === project_id ? changed.views : kept;
  const { batch: _batch, project: _project, ...filters } = search;
  const { view: _view, sort: _sort, ...narrowing } = filters;
  const change = (next: (of: string) => readonly SavedView[]) => {
    if (project_id !== undefined) setChanged({ of: project_id, views: next(project_id) });
    setNaming(false);
  };
  return {
    views,
    canSave: project_id !== undefined && views.length < MOST_VIEWS && Object.keys(narrowing).length > 0,
    isNaming,
    name: () => setNaming(true),
    cancel: () => setNaming(false),
    save: (name: string) => change((of) => saveView(of, { name, search: filters })),
    remove: (name: string) => change((of) => removeView(of, name)),
  };
}

interface SavedViewsProps extends ReturnType<typeof useSavedViews> {
  readonly search: ItemsSearch;
  readonly onShow: (search: ItemsSearch) => void;
}

/** The saved filters of a project as buttons; nothing without any. */
export function SavedViews({ views, isNaming, search, onShow, save, cancel, remove }: SavedViewsProps) {
  const { batch, project, ...filters } = search;
  const scope = { ...(batch === undefined ? {} : { batch }), ...(project === undefined ? {} : { project }) };
  const present = JSON.stringify(Object.entries(filters).sort());
  return (
    <>
      {views.length > 0 && (
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
              <Button look="quiet" aria-label={strings.remove(name)} onPress={() => remove(name)}>
                {strings.removeSign}
              </Button>
            </span>
          ))}
        </div>
      )}
      {isNaming && <Naming onClose={cancel} onName={save} />}
    </>
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
