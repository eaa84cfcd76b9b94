import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouteContext, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/client.ts";
import { messageOf } from "../api/message.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { Menu, type MenuEntry } from "../design/Menu.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { type Column, Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { EditDialog } from "./EditDialog.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { InvitationLink } from "./InvitationLink.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import styles from "./Members.module.css";
import { listMembers, listProjectNames, type Member, rolesFor } from "./members.ts";

/** The dialog that is open, and about whom. */
type Open =
  | { readonly what: "invite" | "import" }
  | { readonly what: "edit" | "delete"; readonly member: Member }
  | { readonly what: "link"; readonly member: Member; readonly url: string | null };

/** Who works here, what they may do, and how more come. */
export function Members() {
  const { gone = false } = useSearch({ from: "/inside/members" });
  const { person } = useRouteContext({ from: "/inside" });
  const navigate = useNavigate({ from: "/members" });
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const [fault, setFault] = useState<string>();
  const members = useQuery({ queryKey: ["members", gone], queryFn: () => listMembers(gone) });
  const { data: names } = useQuery({ queryKey: ["project-names"], queryFn: listProjectNames });
  const roles = rolesFor(person.role);
  const close = () => setOpen(undefined);

  /** Runs what a row's menu says, and shows below the head why it was refused. */
  async function act(work: () => Promise<unknown>) {
    try {
      await work();
      setFault(undefined);
      await queries.invalidateQueries({ queryKey: ["members"] });
    } catch (thrown) {
      setFault(messageOf(thrown));
    }
  }

  function entriesOf(member: Member): MenuEntry[] {
    const path = { path: { id: member.id } };
    const activate = (active: boolean) => () =>
      void act(() => api.PATCH("/v1/members/{id}", { params: path, body: { active } }));
    const invite = () =>
      void act(async () => {
        const { data } = await api.POST("/v1/members/{id}/invite", { params: path });
        setOpen({ what: "link", member, url: data.url });
      });
    return [
      { title: "Change…", run: () => setOpen({ what: "edit", member }) },
      {
        title: member.sign_in === "ready" ? "Link for a new password…" : "New link to join…",
        run: invite,
        isDisabled: member.email === null || !member.active,
      },
      member.active
        ? { title: "Deactivate", run: activate(false), isDisabled: member.id === person.member_id }
        : { title: "Reactivate", run: activate(true) },
      { title: "Delete…", run: () => setOpen({ what: "delete", member }), isDangerous: true },
    ];
  }

  const columns: Column<Member>[] = [
    {
      title: "Name",
      cell: ({ id, name, email }) => (
        <div className={styles.who}>
          <span>
            {name}
            {id === person.member_id && <span className={styles.quiet}> (you)</span>}
          </span>
          {email !== null && <span className={styles.quiet}>{email}</span>}
        </div>
      ),
    },
    { title: "Role", cell: ({ role }) => role },
    { title: "Projects", cell: (member) => sayProjects(member, names) },
    { title: "Groups", cell: ({ groups }) => groups.join(", ") },
    { title: "Sign-in", cell: (member) => <SignInState member={member} /> },
    {
      title: "Last active",
      cell: ({ last_active_at }) => (last_active_at === null ? "never" : <Time at={last_active_at} />),
    },
    {
      title: "Actions",
      cell: (member) => roles.includes(member.role) && <Menu label="More" entries={entriesOf(member)} />,
    },
  ];

  return (
    <div className={styles.page}>
      <PageHead title="Members" detail="The people who label, audit and run this account">
        {roles.length > 0 && (
          <>
            <Button onPress={() => setOpen({ what: "import" })}>From a CSV file</Button>
            <Button look="primary" onPress={() => setOpen({ what: "invite" })}>
              Invite
            </Button>
          </>
        )}
      </PageHead>
      <Checkbox
        isSelected={gone}
        onChange={(isOn) => void navigate({ search: isOn ? { gone: true } : {}, replace: true })}
      >
        Deactivated too
      </Checkbox>
      {(fault ?? members.error?.message) !== undefined && (
        <Notice tone="bad">{fault ?? members.error?.message}</Notice>
      )}
      {members.data !== undefined && (
        <Table caption="Members" columns={columns} rows={members.data} keyOf={({ id }) => id} />
      )}
      {open?.what === "invite" && <InviteDialog roles={roles} onClose={close} />}
      {open?.what === "import" && <ImportDialog onClose={close} />}
      {open?.what === "edit" && <EditDialog member={open.member} roles={roles} onClose={close} />}
      {open?.what === "delete" && <DeleteDialog member={open.member} onClose={close} />}
      {open?.what === "link" && <LinkDialog open={open} onClose={close} />}
    </div>
  );
}

function LinkDialog({
  open: { member, url },
  onClose,
}: {
  readonly open: Extract<Open, { what: "link" }>;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      title={member.sign_in === "ready" ? `A new password for ${member.name}` : `A link for ${member.name}`}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <InvitationLink email={member.email} url={url} />
      <p>Earlier links no longer work.</p>
    </Dialog>
  );
}

function SignInState({ member: { active, sign_in, invited_until } }: { readonly member: Member }) {
  if (!active) return <Badge>deactivated</Badge>;
  if (sign_in === "ready") return <Badge tone="good">signs in</Badge>;
  if (invited_until === null) return <Badge>no sign-in</Badge>;
  return <Badge tone="accent">invited</Badge>;
}

function sayProjects({ project_ids, role }: Member, names: ReadonlyMap<string, string> | undefined): string {
  if (project_ids === null || role === "owner") return "all";
  return project_ids.length === 0 ? "none" : project_ids.map((id) => names?.get(id) ?? id).join(", ");
}
