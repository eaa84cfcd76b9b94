import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings } from "#strings/members.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { MemberFields } from "./MemberFields.tsx";
import { bodyOf, formOf, type Member, type Role } from "./members.ts";

interface EditDialogProps {
  readonly member: Member;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

/** Edits a member's name, role, projects and groups. */
export function EditDialog({ member, roles, onClose }: EditDialogProps) {
  const { fault, isBusy, attempt } = useAttempt(["members"]);
  const [form, setForm] = useState(() => formOf(member));
  const isEmailFixed = member.sign_in === "ready";

  async function save() {
    const { email, ...rest } = bodyOf(form);
    const body = isEmailFixed ? rest : { ...rest, email };
    const path = { id: member.id };
    if (await attempt(() => api.PATCH("/v1/members/{id}", { params: { path }, body }))) onClose();
  }

  return (
    <SubmitDialog
      title={strings.edit(member.name)}
      verb={everywhere.save}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <MemberFields form={form} onChange={setForm} roles={roles} isEmailFixed={isEmailFixed} />
    </SubmitDialog>
  );
}
