import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/members.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import type { Member } from "./members.ts";

const strings = all.remove;

/** Confirms the permanent deletion of a member by typing the name. */
export function DeleteDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { fault, attempt } = useAttempt(["members"]);
  const [typed, setTyped] = useState("");

  async function remove() {
    const path = { id: member.id };
    if (await attempt(() => api.DELETE("/v1/members/{id}", { params: { path } }))) onClose();
  }

  return (
    <Dialog
      title={strings.title(member.name)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{everywhere.cancel}</Button>
          <Button look="danger" onPress={() => void remove()} isDisabled={typed.trim() !== member.name}>
            {everywhere.deleteForEver}
          </Button>
        </>
      }
    >
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <p>{strings.help}</p>
      <Field label={strings.confirm(member.name)} value={typed} onChange={setTyped} autoComplete="off" />
    </Dialog>
  );
}
