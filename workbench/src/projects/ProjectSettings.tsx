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
import { AnnotationSettings, typedPolicy, withTyped } from "./AnnotationSettings.tsx";
import styles from "./ProjectPage.module.css";
import { TrainingSettings, toQualification, typedTraining } from "./TrainingSettings.tsx";
import { useChangeProject } from "./use-change-project.ts";

const strings = all.settings;

const ITEMS_GUESSED = 500;

/** The project's name, groups and defaults for batches; pauses, archives or deletes it. */
export function ProjectSettings({ project }: { readonly project: Project }) {
  const [name, setName] = useState(project.name);
  const [description, setDescription] = useState(project.description ?? "");
  const [export_format, setFormat] = useState(project.export_format);
  const [groups, setGroups] = useState(project.groups.join(", "));
  const [quality_level, setLevel] = useState(project.quality_level);
  const [policy, setPolicy] = useState(() => typedPolicy(project.quality_policy));
  const [training, setTraining] = useState(() => typedTraining(project.qualification));
  const change = useChangeProject(project);
  const { data: progress } = useQuery(progressQuery(project.id));
  const { data: formats = [] } = useQuery(formatsQuery);
  const carrying = formats.filter(({ annotation_types }) =>
    annotation_types.includes(project.annotation_type),
  );
  const options = carrying.map((format) => ({ id: format.name, name: format.name }));
  const known = options.some(({ id }) => id === export_format)
    ? options
    : [{ id: export_format, name: export_format }, ...options];

  return (
    <div className={styles.parts}>
      <Panel title={strings.title}>
        <div className={styles.form}>
          <Field label={strings.name} value={name} onChange={setName} maxLength={200} />
          <Field label={strings.description} lines={3} value={description} onChange={setDescription} />
          <Select label={strings.format} options={known} value={export_format} onChange={setFormat} />
          <Field
            label={strings.groups}
            value={groups}
            onChange={setGroups}
            description={strings.groupsHelp}
          />
        </div>
      </Panel>
      <Panel title={strings.level}>
        <LevelChoice
          hasNone
          items={progress?.items || ITEMS_GUESSED}
          project_id={project.id}
          value={quality_level}
          onChange={setLevel}
        />
      </Panel>
      <AnnotationSettings
        value={policy}
        onChange={setPolicy}
        items={progress?.items || ITEMS_GUESSED}
        fields={project.fields.map((field) => field.name)}
      />
      <TrainingSettings
        value={training}
        onChange={setTraining}
        project_id={project.id}
        known={progress?.known_items}
      />
      {change.error !== null && <Notice tone="bad">{messageOf(change.error)}</Notice>}
      <div className={styles.bar}>
        <span role="status">{change.isSuccess && strings.saved}</span>
        <Button
          look="primary"
          isDisabled={change.isPending}
          onPress={() =>
            change.mutate({
              name,
              description: description.trim() === "" ? null : description,
              export_format,
              groups: groupsIn(groups),
              quality_level,
              ...(JSON.stringify(policy) === JSON.stringify(typedPolicy(project.quality_policy))
                ? {} // projects keep values of before today's bounds until somebody changes them
                : { quality_policy: withTyped(project.quality_policy, policy) }),
              qualification: toQualification(training),
            })
          }
        >
          {everywhere.save}
        </Button>
      </div>
      <End project={project} />
    </div>
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
