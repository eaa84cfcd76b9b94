import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import { messageOf } from "../api/message.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { InvitationLink } from "./InvitationLink.tsx";
import styles from "./Members.module.css";
import type { NewMember } from "./members.ts";

const EXAMPLE = "name,email,role,groups\nAda,ada@example.com,annotator,night shift\n";

/** Adds many members from a CSV file, all or none, and shows the links that were mailed. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [csv, setCsv] = useState("");
  const [fault, setFault] = useState<string>();
  const [made, setMade] = useState<readonly NewMember[]>();

  async function send() {
    try {
      const { data } = await api.POST("/v1/members/import", { body: { csv } });
      await queries.invalidateQueries({ queryKey: ["members"] });
      setMade(data.data);
    } catch (thrown) {
      setFault(messageOf(thrown));
    }
  }

  if (made !== undefined) {
    const invited = made.filter(({ invitation }) => invitation !== null);
    return (
      <Dialog
        title={`${made.length} added, ${invited.length} of them invited`}
        isOpen
        isWide
        onClose={onClose}
        actions={
          <Button look="primary" onPress={onClose}>
            Done
          </Button>
        }
      >
        <p>The links were mailed. Each works once, for a week, and is shown only now.</p>
        <ul className={styles.links}>
          {invited.map(({ id, name, email, invitation }) => (
            <li key={id}>
              {name} ({email})
              {typeof invitation?.url === "string" && <InvitationLink email={null} url={invitation.url} />}
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Invite from a CSV file"
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" onPress={() => void send()} isDisabled={csv.trim() === ""}>
            Invite all
          </Button>
        </>
      }
    >
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <p>
        A line for each member, under a line of names: <code>name</code>, and any of <code>email</code>,{" "}
        <code>role</code>, <code>external_id</code>, <code>project_ids</code>, <code>groups</code>; several
        projects or groups with <code>;</code> between.
      </p>
      <input
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        onChange={({ target }) => void target.files?.[0]?.text().then(setCsv)}
      />
      <Field label="Or paste it" lines={8} value={csv} onChange={setCsv} placeholder={EXAMPLE} />
    </Dialog>
  );
}
