import { useState } from "react";
import { strings as all } from "#strings/datasets.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { LevelChoice } from "../quality/LevelChoice.tsx";
import type { DatasetVersion } from "./dataset.ts";

const strings = all.certify;

interface CertifyVersionProps {
  readonly version: DatasetVersion;
  readonly onClose: () => void;
}

/** Starts the audit of a version: the member chooses the level and sees its cost. */
export function CertifyVersion({ version, onClose }: CertifyVersionProps) {
  const [quality_level, setLevel] = useState("standard");
  const { fault, isBusy, attempt } = useAttempt(["datasets"], ["batches"]);
  const { dataset_id, version: number, counts, query } = version;
  const params = { path: { id: dataset_id, version: String(number) } };
  const submit = () =>
    attempt(() =>
      api.POST("/v1/datasets/{id}/versions/{version}/certification", { params, body: { quality_level } }),
    );
  return (
    <SubmitDialog
      title={strings.title(number)}
      isWide
      verb={strings.submit}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void submit().then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p>{strings.help}</p>
      <p>{strings.batches}</p>
      <LevelChoice
        hasNone={false}
        autoFocus
        items={counts?.items ?? 1}
        project_id={query.project_id}
        value={quality_level}
        onChange={setLevel}
      />
    </SubmitDialog>
  );
}
