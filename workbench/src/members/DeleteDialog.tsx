import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/members.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Confirm } from "../design/Confirm.tsx";
import type { Member } from "./members.ts";

const strings = all.remove;

/** Confirms the permanent deletion of a member by typing the name. */
export function DeleteDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { fault, isBusy, attempt } = useAttempt(["members"]);

  async function remove() {
    const path = { id: member.id };
    if (await attempt(() => api.DELETE("/v1/members/{id}", { params: { path } }))) onClose();
  }

  return (
    <Confirm
      title={strings.title(member.name)}
      name={member.name}
      verb={everywhere.deleteForEver}
      isBusy={isBusy}
      fault={fault}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {strings.help}
    </Confirm>
  );
}
