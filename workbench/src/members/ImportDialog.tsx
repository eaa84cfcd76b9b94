import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/members.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { readWays } from "../sign-in/requests.ts";
import { InvitationLink } from "./InvitationLink.tsx";
import styles from "./Members.module.css";
import type { NewMember } from "./members.ts";

const strings = all.csv;

const REQUIRED = "name";
const OPTIONAL = ["email", "role", "external_id", "project_ids", "groups"];

/** Adds members from a CSV file, all or none; the service mails the links. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { fault, isBusy, attempt } = useAttempt(["members"]);
  const { data: ways } = useQuery({ queryKey: ["ways"], queryFn: readWays });
  const [csv, setCsv] = useState("");
  const [made, setMade] = useState<readonly NewMember[]>();

  const send = () =>
    attempt(async () => setMade((await api.POST("/v1/members/import", { body: { csv } })).data.data));

  if (made !== undefined) {
    const invited = made.filter(({ invitation }) => invitation !== null);
    return (
      <Dialog
        title={strings.made(made.length, invited.length)}
        isWide
        onClose={onClose}
        isDismissable={false}
        actions={
          <Button look="primary" onPress={onClose}>
            {everywhere.done}
          </Button>
        }
      >
        {invited.length > 0 && ways !== undefined && <p>{ways.mail ? strings.mailed : strings.copyThem}</p>}
        <ul className={styles.links}>
          {invited.map(({ id, name, email, invitation }) => (
            <li key={id}>
              {strings.nameAndEmail(name, email ?? "")}
              {typeof invitation?.url === "string" && <InvitationLink email={null} url={invitation.url} />}
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <SubmitDialog
      title={strings.title}
      isWide
      verb={strings.submit}
      isDisabled={csv.trim() === ""}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p>
        {strings.before} {strings.separator}
        <br />
        {strings.required} <code>{REQUIRED}</code>
        <br />
        {strings.optional} <code>{OPTIONAL.join(", ")}</code>
      </p>
      <input
        type="file"
        accept=".csv,text/csv"
        className={styles.file}
        aria-label={strings.file}
        onChange={({ target }) => void target.files?.[0]?.text().then(setCsv)}
      />
      <Field
        name="csv"
        label={strings.paste}
        lines={8}
        value={csv}
        onChange={setCsv}
        placeholder={strings.example}
      />
    </SubmitDialog>
  );
}
