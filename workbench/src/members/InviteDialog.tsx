import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/members.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { InvitationLink } from "./InvitationLink.tsx";
import { MemberFields } from "./MemberFields.tsx";
import { bodyOf, EMPTY_FORM, type NewMember, type Role } from "./members.ts";

const strings = all.invite;

interface InviteDialogProps {
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

/** Adds a member; if they have an address, then shows the link. */
export function InviteDialog({ roles, onClose }: InviteDialogProps) {
  const { fault, isBusy, attempt } = useAttempt(["members"]);
  const [form, setForm] = useState(EMPTY_FORM);
  const [made, setMade] = useState<NewMember>();

  const invite = () =>
    attempt(async () => setMade((await api.POST("/v1/members", { body: bodyOf(form) })).data));

  if (made !== undefined) {
    const again = () => {
      setForm({ ...form, name: "", email: "" });
      setMade(undefined);
    };
    return (
      <Dialog
        title={made.invitation === null ? strings.added(made.name) : strings.invited(made.name)}
        onClose={onClose}
        isDismissable={false}
        actions={
          <>
            <Button onPress={again}>{strings.another}</Button>
            <Button look="primary" onPress={onClose}>
              {everywhere.done}
            </Button>
          </>
        }
      >
        {made.invitation === null ? (
          <p>{strings.noEmail}</p>
        ) : (
          <InvitationLink email={made.email} url={made.invitation.url} />
        )}
      </Dialog>
    );
  }
  return (
    <SubmitDialog
      title={strings.title}
      verb={form.email === "" ? strings.add : strings.invite}
      isDisabled={form.email === "" && form.name === ""}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void invite()}
      onClose={onClose}
    >
      <MemberFields form={form} onChange={setForm} roles={roles} />
    </SubmitDialog>
  );
}
