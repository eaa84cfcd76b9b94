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
  const [shares, setShares] = useState({ train: "80", validation: "10", test: "10" });
  const splits = splitsOf(shares);
  const { fault, isBusy, attempt } = useAttempt(["datasets"]);
  const submit = () =>
    attempt(async () => {
      const query = { project_id, ...(withUncertified && { statuses: [...BOTH] }) };
      const { data } = await api.POST("/v1/datasets", {
        body: { name: name.trim(), query, ...(splits && { splits }) },
      });
      await navigate({ to: "/datasets/$id", params: { id: data.id } });
    });
  return (
    <SubmitDialog
      title={strings.title}
      verb={strings.submit}
      isDisabled={name.trim() === "" || splits === undefined}
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
        <fieldset className={styles.splits}>
          <legend>{strings.split}</legend>
          <div className={styles.shares}>
            {SPLITS.map((split) => (
              <Field
                key={split}
                label={all.versions[split]}
                name={split}
                inputMode="numeric"
                value={shares[split]}
                onChange={(share) => setShares({ ...shares, [split]: share })}
              />
            ))}
          </div>
          <p className={styles.quiet}>{strings.splitHelp}</p>
        </fieldset>
      </div>
    </SubmitDialog>
  );
}

const BOTH = ["completed", "certified"] as const;
const SPLITS = ["train", "validation", "test"] as const;
/** The largest share that the service takes. */
const MOST = 10_000;

/** The shares as numbers; undefined if one is not a whole number, or none is above 0. */
function splitsOf(shares: Readonly<Record<(typeof SPLITS)[number], string>>) {
  const numberOf = (share: string) => (/^\d+$/.test(share.trim()) ? Number(share) : Number.NaN);
  const [train, validation, test] = [shares.train, shares.validation, shares.test].map(numberOf);
  const isWhole = (share = Number.NaN) => share >= 0 && share <= MOST;
  if (train === undefined || validation === undefined || test === undefined) return undefined;
  if (![train, validation, test].every(isWhole) || train + validation + test === 0) return undefined;
  return { train, validation, test };
}
