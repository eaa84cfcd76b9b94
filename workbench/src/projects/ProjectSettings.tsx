import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/projects.ts";
import { formatsQuery } from "../api/annotation-types.ts";
import { api } from "../api/client.ts";
import { messageOf } from "../api/message.ts";
import { type Project, progressQuery } from "../api/project.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Confirm } from "../design/Confirm.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Select } from "../design/Select.tsx";
import { groupsIn } from "../members/members.ts";
import { LevelChoice } from "../quality/LevelChoice.tsx";
import { AnnotationSettings, isMarked, typedPolicy, withTyped } from "./AnnotationSettings.tsx";
import styles from "./ProjectPage.module.css";
import { TrainingSettings, toQualification, typedTraining } from "./TrainingSettings.tsx";
import { unsavedOf } from "./unsaved.ts";
import { useChangeProject } from "./use-change-project.ts";

const strings = all.settings;

const ITEMS_GUESSED = 500;

const useUnsaved = unsavedOf<SettingsDraft>();

type SettingsDraft = ReturnType<typeof settingsOf>;

function settingsOf(project: Project) {
  const { name, description, export_format, groups, quality_level } = project;
  return {
    ...{ name, description: description ?? "", export_format, groups: groups.join(", "), quality_level },
    policy: typedPolicy(project.quality_policy),
    training: typedTraining(project.qualification),
  };
}

/** The project's name, groups and defaults for batches; pauses, archives or deletes it. */
export function ProjectSettings({ project }: { readonly project: Project }) {
  const saved = settingsOf(project);
  const [draft, keep] = useUnsaved(project.id);
  const { groups, quality_level, policy, training, ...general } = draft ?? saved;
  const edit = (part: Partial<SettingsDraft>) => keep((before = saved) => ({ ...before, ...part }));
  const change = useChangeProject(project);
  const fault = change.error === null ? "" : messageOf(change.error);
  const { data: progress } = useQuery(progressQuery(project.id));
  const save = () =>
    change.mutate(
      {
        ...general,
        description: general.description.trim() === "" ? null : general.description,
        groups: groupsIn(groups),
        quality_level,
        ...(JSON.stringify(policy) === JSON.stringify(saved.policy)
          ? {} // projects keep values of before today's bounds until somebody changes them
          : { quality_policy: withTyped(project.quality_policy, policy) }),
        qualification: toQualification(training),
      },
      { onSuccess: () => keep(() => undefined) },
    );

  return (
    <div className={styles.parts}>
      <General project={project} value={draft ?? saved} onChange={edit} />
      <Panel title={strings.level}>
        <LevelChoice
          hasNone
          items={progress?.items || ITEMS_GUESSED}
          project_id={project.id}
          value={quality_level}
          onChange={(next) => edit({ quality_level: next })}
        />
      </Panel>
      <AnnotationSettings
        value={policy}
        onChange={(next) => edit({ policy: next })}
        items={progress?.items || ITEMS_GUESSED}
        fields={project.fields.map((field) => field.name)}
        fault={fault}
      />
      <TrainingSettings
        value={training}
        onChange={(next) => edit({ training: next })}
        project_id={project.id}
        known={progress?.known_items}
      />
      {fault !== "" && <Notice tone="bad">{isMarked(fault) ? strings.correctMarked : fault}</Notice>}
      <div className={styles.save} data-changed={draft !== undefined || undefined}>
        <span role="status">{draft === undefined && change.isSuccess && strings.saved}</span>
        {draft !== undefined && <Button onPress={() => keep(() => undefined)}>{everywhere.discard}</Button>}
        <Button look="primary" isDisabled={draft === undefined || change.isPending} onPress={save}>
          {everywhere.save}
        </Button>
      </div>
      <End project={project} />
    </div>
  );
}

interface GeneralProps {
  readonly project: Project;
  readonly value: SettingsDraft;
  readonly onChange: (part: Partial<SettingsDraft>) => void;
}

function General({ project, value, onChange }: GeneralProps) {
  const { data: formats = [] } = useQuery(formatsQuery);
  const carrying = formats.filter(({ annotation_types }) =>
    annotation_types.includes(project.annotation_type),
  );
  const options = carrying.map((format) => ({ id: format.name, name: format.name }));
  const known = options.some(({ id }) => id === value.export_format)
    ? options
    : [{ id: value.export_format, name: value.export_format }, ...options];
  return (
    <Panel title={strings.title}>
      <div className={styles.form}>
        <Field
          label={strings.name}
          value={value.name}
          onChange={(next) => onChange({ name: next })}
          maxLength={200}
        />
        <Field
          label={strings.description}
          lines={3}
          value={value.description}
          onChange={(next) => onChange({ description: next })}
        />
        <Select
          label={strings.format}
          options={known}
          value={value.export_format}
          onChange={(next) => onChange({ export_format: next })}
        />
        <Field
          label={strings.groups}
          value={value.groups}
          onChange={(next) => onChange({ groups: next })}
          description={strings.groupsHelp}
        />
      </div>
    </Panel>
  );
}

function End({ project }: { readonly project: Project }) {
  const { id, name, status, batch_count } = project;
  const change = useChangeProject(project);
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const { fault, attempt } = useAttempt();

  async function remove() {
    const isDeleted = await attempt(() => api.DELETE("/v1/projects/{id}", { params: { path: { id } } }));
    if (isDeleted) await navigate({ to: "/projects" });
    else setLeaving(false);
  }

  return (
    <Panel title={strings.end}>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      {change.error !== null && <Notice tone="bad">{messageOf(change.error)}</Notice>}
      <p className={styles.quiet}>
        {strings.endHelp} {batch_count > 0 && strings.deleteBatches}
      </p>
      <div className={styles.bar}>
        <div className={styles.chips}>
          {status === "active" ? (
            <>
              <Button onPress={() => change.mutate({ status: "paused" })}>{strings.pause}</Button>
              <Button onPress={() => change.mutate({ status: "archived" })}>{strings.archive}</Button>
            </>
          ) : (
            <Button onPress={() => change.mutate({ status: "active" })}>{strings.reactivate}</Button>
          )}
        </div>
        <Button look="danger" isDisabled={batch_count > 0} onPress={() => setLeaving(true)}>
          {strings.remove}
        </Button>
      </div>
      {isLeaving && (
        <Confirm
          title={strings.removeTitle}
          name={name}
          verb={everywhere.deleteForEver}
          onConfirm={() => void remove()}
          onClose={() => setLeaving(false)}
        >
          {strings.removeHelp}
        </Confirm>
      )}
    </Panel>
  );
}
