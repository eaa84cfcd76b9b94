import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { strings as all } from "#strings/datasets.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Checkbox } from "../design/Checkbox.tsx";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import styles from "./DatasetPage.module.css";

const strings = all.create;

interface NewDatasetProps {
  readonly project_id: string;
  readonly onClose: () => void;
}

/** Creates a dataset over all batches of a project, and opens its page. */
export function NewDataset({ project_id, onClose }: NewDatasetProps) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [withUncertified, setWithUncertified] = useState(false);
  const { fault, isBusy, attempt } = useAttempt(["datasets"]);
  const submit = () =>
    attempt(async () => {
      const query = { project_id, ...(withUncertified && { statuses: [...BOTH] }) };
      const { data } = await api.POST("/v1/datasets", { body: { name: name.trim(), query } });
      await navigate({ to: "/datasets/$id", params: { id: data.id } });
    });
  return (
    <SubmitDialog
      title={strings.title}
      verb={strings.submit}
      isDisabled={name.trim() === ""}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Field label={strings.name} name="name" maxLength={200} value={name} onChange={setName} isRequired />
        <div>
          <Checkbox isSelected={withUncertified} onChange={setWithUncertified}>
            {strings.uncertified}
          </Checkbox>
          <p className={styles.quiet}>{strings.uncertifiedHelp}</p>
        </div>
      </div>
    </SubmitDialog>
  );
}

const BOTH = ["completed", "certified"] as const;
