import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type KeyboardEvent, useEffect, useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/projects.ts";
import { formatsQuery, type TypeFacts, typesQuery } from "../api/annotation-types.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Locked } from "../design/Locked.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { Progress } from "../design/Progress.tsx";
import { Select } from "../design/Select.tsx";
import { LevelChoice } from "../quality/LevelChoice.tsx";
import { ApiCall } from "./ApiCall.tsx";
import { approximateItems } from "./approximate-items.ts";
import { curlOf } from "./curl.ts";
import { DataDrop } from "./DataDrop.tsx";
import { type Draft, EMPTY_DRAFT, faultsUnder, itemsIn, missingIn, planOf, wantsOf } from "./draft.ts";
import { FieldsEditor } from "./FieldsEditor.tsx";
import { GuidelineEditor } from "./GuidelineEditor.tsx";
import { LabelsEditor } from "./LabelsEditor.tsx";
import styles from "./NewProject.module.css";
import { Part } from "./Part.tsx";
import { send } from "./send.ts";
import { TypeChoice } from "./TypeChoice.tsx";
import { TypeOptions } from "./TypeOptions.tsx";
import { unsavedOf } from "./unsaved.ts";
import { useSending } from "./use-sending.ts";

const strings = all.create;

const ITEMS_GUESSED = 500;
const MOST_ITEMS = 1_000_000;
const PLACED = [
  "labels",
  "instructions",
  "type_options",
  "fields",
  "export_format",
  "quality_level",
  "annotation_type",
];

const useUnsaved = unsavedOf<Draft>();

/** The form that creates a project with its first batch, beside the same API calls. */
export function NewProject() {
  const [unsaved, keep] = useUnsaved("new");
  const draft = unsaved ?? EMPTY_DRAFT;
  const { data: types } = useSuspenseQuery(typesQuery);
  const { run, cancel, fault, sending } = useSending();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const type = types.find(({ name }) => name === draft.annotation_type);
  const wants = type === undefined ? { labels: false, options: [] } : wantsOf(type);
  const plan = planOf(draft, wants);
  const missing = missingIn(draft, wants);
  const isPlaced = fault !== undefined && PLACED.some((path) => faultsUnder(fault, path).length > 0);
  const part = {
    draft,
    type,
    change: (some: Partial<Draft>) => keep((before = EMPTY_DRAFT) => ({ ...before, ...some })),
    faultsOf: (path: string) => faultsUnder(fault ?? "", path),
  };

  function create(event: FormEvent) {
    event.preventDefault();
    void run(async (sent, tell, signal) => {
      tell({ words: all.sending.project, done: 0, of: plan.uploads.length + 1 });
      const { project_id, batch_id } = await send(plan, sent, tell, signal);
      await queries.invalidateQueries({ queryKey: ["projects"] });
      keep(() => undefined);
      if (batch_id === null) await navigate({ to: "/projects/$id", params: { id: project_id } });
      else await navigate({ to: "/batches/$id", params: { id: batch_id } });
    });
  }

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHead
          title={strings.title}
          trail={[
            <Link key="projects" to="/projects">
              {all.list.title}
            </Link>,
          ]}
        />
      </div>
      <form className={styles.form} onSubmit={create} onKeyDown={keepOpen}>
        <Locked scope="projects:write">
          <TypePart {...part} types={types} />
          <LabelParts {...part} />
          <WorkParts {...part} />
          <DataParts {...part} />
          <QualityPart {...part} />
          {fault !== undefined && <Notice tone="bad">{isPlaced ? strings.fix : fault}</Notice>}
          <div className={styles.foot}>
            {sending !== undefined && (
              <div className={styles.working} role="status">
                <Progress label={sending.words} value={sending.done} of={sending.of} />
              </div>
            )}
            {sending !== undefined && <Button onPress={cancel}>{everywhere.cancel}</Button>}
            {unsaved !== undefined && sending === undefined && (
              <Button onPress={() => keep(() => undefined)}>{everywhere.discard}</Button>
            )}
            {missing.length > 0 && (
              <p role="status">{strings.missing(missing.map((name) => strings.needed[name]))}</p>
            )}
            <Button type="submit" look="primary" isDisabled={sending !== undefined || missing.length > 0}>
              {plan.uploads.length > 0 ? strings.submitBoth : strings.submit}
            </Button>
          </div>
        </Locked>
      </form>
      <aside className={styles.aside} aria-label={strings.api}>
        <ApiCall commands={curlOf(plan, location.origin)} />
      </aside>
    </div>
  );
}

/** Enter in a field of one line would create the project before the rest of the form is filled. */
function keepOpen(event: KeyboardEvent) {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}

interface PartsProps {
  readonly draft: Draft;
  readonly type: TypeFacts | undefined;
  readonly change: (part: Partial<Draft>) => void;
  /** The API's messages about the value at a path. */
  readonly faultsOf: (path: string) => readonly string[];
}

function QualityPart({ draft, change, faultsOf }: PartsProps) {
  const [typed, setTyped] = useState<string>();
  const { files } = draft;
  const [inFiles, setInFiles] = useState<number | null>(0);
  useEffect(() => {
    let isOver = false;
    void approximateItems(files).then((count) => isOver || setInFiles(count));
    return () => {
      isOver = true;
    };
  }, [files]);
  const known = inFiles === null ? 0 : inFiles + itemsIn({ ...draft, files: [] });
  const items = typed ?? String(known || ITEMS_GUESSED);
  return (
    <Part title={strings.quality} intro={strings.qualityHelp} faults={faultsOf("quality_level")}>
      <div className={styles.items}>
        <Field
          label={strings.items}
          inputMode="numeric"
          value={items}
          onChange={(text) => setTyped(text.replaceAll(/\D/g, ""))}
        />
      </div>
      <LevelChoice
        hasNone
        items={Math.min(MOST_ITEMS, Math.max(1, Number(items)))}
        value={draft.quality_level}
        onChange={(quality_level) => change({ quality_level })}
      />
    </Part>
  );
}

function TypePart({ types, draft, change, faultsOf }: PartsProps & { readonly types: readonly TypeFacts[] }) {
  return (
    <Part title={strings.type} faults={faultsOf("annotation_type")}>
      <TypeChoice
        types={types}
        value={draft.annotation_type}
        onChange={(annotation_type) => change({ annotation_type, export_format: "" })}
      />
      <Field label={strings.name} value={draft.name} onChange={(name) => change({ name })} maxLength={200} />
    </Part>
  );
}

function LabelParts({ draft, type, change, faultsOf }: PartsProps) {
  const wants = type && wantsOf(type);
  return (
    <>
      {wants?.labels && (
        <Part title={strings.labels} intro={strings.labelsHelp} faults={faultsOf("labels")}>
          <LabelsEditor
            annotation_type={draft.annotation_type}
            labels={draft.labels}
            onChange={(labels) => change({ labels })}
          />
        </Part>
      )}
      {wants !== undefined && wants.options.length > 0 && (
        <Part title={optionsTitle(wants.options)} faults={faultsOf("type_options")}>
          <TypeOptions options={wants.options} draft={draft} onChange={change} />
        </Part>
      )}
    </>
  );
}

function optionsTitle(options: readonly string[]): string {
  if (options.includes("scales")) return strings.scales;
  return options.includes("instances") ? strings.masks : strings.points;
}

function WorkParts({ draft, change, faultsOf }: PartsProps) {
  return (
    <>
      <Part title={strings.guidelines} faults={faultsOf("instructions")}>
        <GuidelineEditor value={draft.instructions} onChange={(instructions) => change({ instructions })} />
      </Part>
      <Part title={strings.attributes} intro={strings.attributesHelp} faults={faultsOf("fields")}>
        <FieldsEditor fields={draft.fields} onChange={(fields) => change({ fields })} />
      </Part>
    </>
  );
}

function DataParts({ draft, type, change, faultsOf }: PartsProps) {
  const { data: formats } = useSuspenseQuery(formatsQuery);
  const usual = type?.default_format ?? "jsonl";
  const carrying = formats.filter(({ annotation_types }) => annotation_types.includes(draft.annotation_type));
  return (
    <>
      <Part title={strings.data} intro={strings.dataHelp} faults={[]}>
        <DataDrop draft={draft} onChange={change} takesText={type?.media.includes("text") ?? false} />
      </Part>
      <Part title={strings.export} faults={faultsOf("export_format")}>
        <Select
          label={strings.format}
          description={strings.formatHelp}
          options={carrying.map(({ name }) => ({
            id: name,
            name: name === usual ? strings.usual(name) : name,
          }))}
          value={draft.export_format || usual}
          onChange={(export_format) => change({ export_format })}
        />
      </Part>
    </>
  );
}
