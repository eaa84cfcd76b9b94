import { listAll } from "@assay/sdk/list-all.ts";
import { useQuery } from "@tanstack/react-query";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/projects.ts";
import { typesQuery } from "../api/annotation-types.ts";
import { api } from "../api/client.ts";
import { everyRow } from "../api/every-row.ts";
import { messageOf } from "../api/message.ts";
import type { Project } from "../api/project.ts";
import { Button } from "../design/Button.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { LabelChip } from "../design/LabelChip.tsx";
import { Markdown } from "../design/Markdown.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Time } from "../design/Time.tsx";
import { canonicalName } from "../editors/names.ts";
import { changedOptions, type OptionsDraft, optionsDraft } from "./changed-options.ts";
import { type FieldDraft, fieldFaults, type LabelDraft, labelFaults, wantsOf, withoutKey } from "./draft.ts";
import { FieldsEditor } from "./FieldsEditor.tsx";
import { GuidelineEditor } from "./GuidelineEditor.tsx";
import { LabelsEditor } from "./LabelsEditor.tsx";
import styles from "./ProjectPage.module.css";
import { TypeOptions } from "./TypeOptions.tsx";
import { unsavedOf } from "./unsaved.ts";
import { useChangeProject } from "./use-change-project.ts";

const strings = all.guidelines;

const PAGE = 100;

interface GuidelinesDraft {
  readonly labels: readonly LabelDraft[];
  readonly fields: readonly FieldDraft[];
  readonly instructions: string;
  readonly options: OptionsDraft;
}

/** By project and version. */
const useUnsaved = unsavedOf<GuidelinesDraft>();

/** Edits labels, instructions and fields. Saving creates a version that annotators confirm. */
export function GuidelinesTab({ project }: { readonly project: Project }) {
  const [draft, keep] = useUnsaved(`${project.id} ${project.guideline_version}`);
  const { labels, fields, instructions, options } = draft ?? draftOf(project);
  const edit = (part: Partial<GuidelinesDraft>) =>
    keep((before = draftOf(project)) => ({ ...before, ...part }));
  const change = useChangeProject(project);
  const type = useQuery(typesQuery).data?.find(({ name }) => name === canonicalName(project.annotation_type));
  const hasLabels = labels.length > 0 || (type !== undefined && wantsOf(type).labels);
  const type_options = changedOptions(project.type_options, options);
  const isFaulty =
    labelFaults(project.labels, labels, project.annotation_type).size > 0 || fieldFaults(fields).size > 0;

  const save = () =>
    change.mutate(
      {
        labels: labels.map(withoutKey),
        fields: fields.map(withoutKey),
        instructions: instructions.trim() === "" ? null : instructions,
        ...(type_options === undefined ? {} : { type_options }),
      },
      { onSuccess: () => keep(() => undefined) },
    );

  return (
    <div className={styles.parts}>
      {hasLabels && (
        <Panel title={strings.labels}>
          <p className={styles.quiet}>{strings.labelsHelp}</p>
          <LabelsEditor
            annotation_type={project.annotation_type}
            before={project.labels}
            labels={labels}
            onChange={(next) => edit({ labels: next })}
          />
        </Panel>
      )}
      <OptionsPanel project={project} options={options} onChange={(next) => edit({ options: next })} />
      <Panel title={strings.title}>
        <GuidelineEditor value={instructions} onChange={(next) => edit({ instructions: next })} />
      </Panel>
      <Panel title={strings.attributes}>
        <FieldsEditor fields={fields} onChange={(next) => edit({ fields: next })} />
      </Panel>
      {change.error !== null && <Notice tone="bad">{messageOf(change.error)}</Notice>}
      <div className={styles.save} data-changed={draft !== undefined || undefined}>
        <span className={styles.quiet} role="status">
          {draft === undefined && change.isSuccess
            ? strings.saved(project.guideline_version)
            : strings.confirm}
        </span>
        {draft !== undefined && <Button onPress={() => keep(() => undefined)}>{everywhere.discard}</Button>}
        <Button
          look="primary"
          isDisabled={draft === undefined || isFaulty || change.isPending}
          onPress={save}
        >
          {strings.save(project.guideline_version + 1)}
        </Button>
      </div>
      <Versions project={project} />
    </div>
  );
}

function draftOf({ labels, fields, instructions, type_options }: Project): GuidelinesDraft {
  return {
    labels: labels.map((label) => ({ key: label.id, ...label })),
    fields: fields.map((field) => ({ key: field.name, ...field })),
    instructions: instructions ?? "",
    options: optionsDraft(type_options),
  };
}

interface OptionsPanelProps {
  readonly project: Project;
  readonly options: OptionsDraft;
  readonly onChange: (options: OptionsDraft) => void;
}

/** The skeleton, the scales, or before the first batch what a mask is; nothing for other types. */
function OptionsPanel({ project, options, onChange }: OptionsPanelProps) {
  const isKept = project.batch_count > 0;
  const shown = shownOptions(project, options, isKept);
  if (shown === undefined) return null;
  return (
    <Panel title={shown.title}>
      <TypeOptions
        options={[shown.option]}
        draft={options}
        isKept={isKept}
        onChange={(part) => onChange({ ...options, ...part })}
      />
    </Panel>
  );
}

function shownOptions({ annotation_type }: Project, { scales }: OptionsDraft, isKept: boolean) {
  const type = canonicalName(annotation_type);
  if (type === "keypoint") return { title: all.create.points, option: "keypoints" };
  if (type === "rating" && !(isKept && scales.length === 0))
    return { title: all.create.scales, option: "scales" };
  return type === "semantic_segmentation" && !isKept
    ? { title: all.create.masks, option: "instances" }
    : undefined;
}

function Versions({ project: { id, guideline_version } }: { readonly project: Project }) {
  const query = useQuery({
    queryKey: ["projects", id, "versions", guideline_version],
    queryFn: () =>
      everyRow(listAll(api, "/v1/projects/{id}/versions", { path: { id }, query: { limit: PAGE } })),
  });
  return (
    <Panel title={strings.versions}>
      <FetchState query={query} />
      <ul className={styles.versions}>
        {query.data?.map(({ version, labels, instructions, created_at }) => (
          <li key={version} className={styles.version}>
            <details>
              <summary>
                {strings.version(version, version === guideline_version, labels.length)}{" "}
                <Time at={created_at} />
              </summary>
              <div className={styles.parts}>
                <ul className={styles.chips}>
                  {labels.map((label) => (
                    <li key={label.id}>
                      <LabelChip name={label.name} color={label.color} isRetired={label.retired} />
                    </li>
                  ))}
                </ul>
                {instructions === null ? (
                  <p className={styles.quiet}>{strings.noInstructions}</p>
                ) : (
                  <Markdown hasImages>{instructions}</Markdown>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
