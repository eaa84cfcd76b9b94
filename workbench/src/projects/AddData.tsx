import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { strings as all } from "#strings/projects.ts";
import { typesQuery } from "../api/annotation-types.ts";
import { api } from "../api/client.ts";
import type { Project } from "../api/project.ts";
import { Field } from "../design/Field.tsx";
import { Progress } from "../design/Progress.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { DataDrop } from "./DataDrop.tsx";
import { EMPTY_DRAFT, itemsIn, MAX_NAME, planOf, usualBatchName } from "./draft.ts";
import styles from "./ProjectPage.module.css";
import { sendUploads } from "./send.ts";
import { useSending } from "./use-sending.ts";

const strings = all.data;

/** The form that creates another batch from new data. */
export function AddData({ project, onClose }: { readonly project: Project; readonly onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [name, setName] = useState("");
  const { run, cancel, fault, sending } = useSending();
  const { data: types } = useSuspenseQuery(typesQuery);
  const type = types.find((known) => known.name === project.annotation_type);
  const queries = useQueryClient();
  const navigate = useNavigate();

  const send = () =>
    run(async (sent, tell, signal) => {
      const { uploads, batch: named } = planOf(draft, { labels: false, options: [] });
      const upload_ids = await sendUploads(uploads, sent, tell, signal);
      const { data: batch } = await api.POST("/v1/batches", {
        body: {
          project_id: project.id,
          upload_ids,
          ...named,
          ...(name.trim() !== "" && { name: name.trim() }),
        },
      });
      await queries.invalidateQueries({ queryKey: ["projects"] });
      await navigate({ to: "/batches/$id", params: { id: batch.id } });
    });

  return (
    <SubmitDialog
      title={strings.addTitle}
      isWide
      verb={strings.submit}
      isDisabled={itemsIn(draft) === 0 || sending !== undefined}
      fault={fault}
      onSubmit={() => void send()}
      onClose={sending === undefined ? onClose : cancel}
    >
      <div className={styles.parts}>
        <Field
          label={strings.batchName}
          value={name}
          onChange={setName}
          placeholder={usualBatchName(draft)}
          maxLength={MAX_NAME}
        />
        <DataDrop
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
          takesText={type === undefined || type.media.includes("text")}
        />
        {sending !== undefined && (
          <div role="status">
            <Progress label={sending.words} value={sending.done} of={sending.of} />
          </div>
        )}
      </div>
    </SubmitDialog>
  );
}
