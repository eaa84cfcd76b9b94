import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouteContext, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/members.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Menu, type MenuEntry } from "../design/Menu.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { SearchInput } from "../design/SearchInput.tsx";
import { sortRows } from "../design/sort-rows.ts";
import { type Column, Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { EditDialog } from "./EditDialog.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { InvitationLink } from "./InvitationLink.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import styles from "./Members.module.css";
import { type ChangeMember, listMembers, listProjectNames, type Member, rolesFor } from "./members.ts";
import { RatesDialog } from "./RatesDialog.tsx";
import { trainingColumn, trainingEntries } from "./Trainings.tsx";

const strings = all.page;

/** Rows at first, and with each press of the button below them. */
const PAGE = 50;

/** The open dialog and its member. */
type Open =
  | { readonly what: "invite" | "import" }
  | { readonly what: "edit" | "rates" | "delete"; readonly member: Member }
  | { readonly what: "link"; readonly member: Member; readonly url: string | null };

/** The members of the account, their roles, and the buttons to invite more. */
export function Members() {
  const { gone = false } = useSearch({ from: "/inside/members" });
  const { person } = useRouteContext({ from: "/inside" });
  const navigate = useNavigate({ from: "/members" });
  const { fault, attempt } = useAttempt(["members"]);
  const [open, setOpen] = useState<Open>();
  const [words, setWords] = useState("");
  const members = useQuery({ queryKey: ["members", gone], queryFn: () => listMembers(gone) });
  const { data: names, isPending } = useQuery({ queryKey: ["project-names"], queryFn: listProjectNames });
  const nameOf = (project_id: string) => names?.get(project_id) ?? project_id;
  const roles = rolesFor(person.role);
  const close = () => setOpen(undefined);

  function entriesOf(member: Member): MenuEntry[] {
    const path = { path: { id: member.id } };
    const change = (body: ChangeMember) =>
      void attempt(() => api.PATCH("/v1/members/{id}", { params: path, body }));
    const activate = (active: boolean) => () => change({ active });
    const invite = () =>
      void attempt(async () => {
        const { data } = await api.POST("/v1/members/{id}/invite", { params: path });
        setOpen({ what: "link", member, url: data.url });
      });
    return [
      { title: strings.edit, run: () => setOpen({ what: "edit", member }) },
      {
        title: member.sign_in === "ready" ? strings.resetPassword : strings.inviteAgain,
        run: invite,
        isDisabled: member.email === null || !member.active,
      },
      member.active
        ? { title: strings.deactivate, run: activate(false), isDisabled: member.id === person.member_id }
        : { title: strings.reactivate, run: activate(true) },
      ...trainingEntries(member, nameOf, attempt),
      ...(member.kind === "model" && person.role === "owner" ? [toAllow(member, change)] : []),
      {
        title: strings.rates,
        run: () => setOpen({ what: "rates", member }),
        isDisabled: member.id === person.member_id && person.role !== "owner",
      },
      { title: strings.remove, run: () => setOpen({ what: "delete", member }), isDangerous: true },
    ];
  }

  const columns: Column<Member>[] = [
    {
      title: strings.name,
      cell: ({ id, name, email }) => (
        <div className={styles.who}>
          <span>
            <bdi>{name}</bdi>
            {id === person.member_id && <span className={styles.quiet}>{strings.you}</span>}
          </span>
          {email !== null && <span className={styles.quiet}>{email}</span>}
        </div>
      ),
    },
    { title: strings.role, cell: ({ role }) => role },
    { title: strings.projects, cell: (member) => sayProjects(member, names) },
    { title: strings.groups, cell: ({ groups }) => groups.join(", ") },
    ...trainingColumn(members.data ?? [], nameOf),
    { title: strings.signIn, cell: (member) => <SignInState member={member} /> },
    {
      title: strings.lastActive,
      cell: ({ last_active_at }) => (last_active_at === null ? strings.never : <Time at={last_active_at} />),
    },
    {
      title: strings.actions,
      isActions: true,
      cell: (member) =>
        roles.includes(member.role) && <Menu label={everywhere.more} entries={entriesOf(member)} />,
    },
  ];

  return (
    <div className={styles.page}>
      <PageHead title={strings.title} detail={strings.detail}>
        {roles.length > 0 && (
          <>
            <Button onPress={() => setOpen({ what: "import" })}>{strings.importCsv}</Button>
            <Button look="primary" onPress={() => setOpen({ what: "invite" })}>
              {strings.invite}
            </Button>
          </>
        )}
      </PageHead>
      <Tools
        {...{ words, gone }}
        onWords={setWords}
        onGone={(isOn) => void navigate({ search: isOn ? { gone: true } : {}, replace: true })}
      />
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <FetchState query={members} />
      {members.data !== undefined && !isPending && (
        <List key={words} words={words} members={members.data} columns={columns} />
      )}
      {open?.what === "invite" && <InviteDialog roles={roles} onClose={close} />}
      {open?.what === "import" && <ImportDialog onClose={close} />}
      {open?.what === "edit" && <EditDialog member={open.member} roles={roles} onClose={close} />}
      {open?.what === "rates" && <RatesDialog member={open.member} onClose={close} />}
      {open?.what === "delete" && <DeleteDialog member={open.member} onClose={close} />}
      {open?.what === "link" && <LinkDialog open={open} onClose={close} />}
    </div>
  );
}

interface ToolsProps {
  readonly words: string;
  readonly gone: boolean;
  readonly onWords: (words: string) => void;
  readonly onGone: (gone: boolean) => void;
}

/** What of the members is shown. */
function Tools({ words, gone, onWords, onGone }: ToolsProps) {
  return (
    <search className={styles.tools}>
      <SearchInput label={strings.search} value={words} onChange={onWords} />
      <Checkbox isSelected={gone} onChange={onGone}>
        {strings.showDeactivated}
      </Checkbox>
    </search>
  );
}

interface ListProps {
  readonly words: string;
  readonly members: readonly Member[];
  readonly columns: Column<Member>[];
}

/** The members whose name or address has these words, fifty at first. */
function List({ words, members, columns }: ListProps) {
  const [most, setMost] = useState(PAGE);
  const found = sortRows(
    members.filter((member) => matches(member, words)),
    ({ name }) => name,
  );
  if (found.length === 0) {
    return <EmptyState title={strings.noMatch(words)}>{strings.noMatchHelp}</EmptyState>;
  }
  return (
    <Table caption={strings.caption} columns={columns} rows={found.slice(0, most)} keyOf={({ id }) => id}>
      {found.length > most && <Button onPress={() => setMost(most + PAGE)}>{everywhere.showMore}</Button>}
    </Table>
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
      title={member.sign_in === "ready" ? all.link.password(member.name) : all.link.invitation(member.name)}
      onClose={onClose}
      isDismissable={false}
      actions={
        <Button look="primary" onPress={onClose}>
          {everywhere.done}
        </Button>
      }
    >
      <InvitationLink email={member.email} url={url} />
      <p>{all.link.earlier}</p>
    </Dialog>
  );
}

function matches({ name, email }: Member, words: string): boolean {
  const wanted = words.trim().toLocaleLowerCase();
  return [name, email ?? ""].some((text) => text.toLocaleLowerCase().includes(wanted));
}

function toAllow({ may_annotate }: Member, change: (body: ChangeMember) => void): MenuEntry {
  return {
    title: may_annotate ? strings.forbidModel : strings.allowModel,
    run: () => change({ may_annotate: !may_annotate }),
  };
}

function SignInState({ member }: { readonly member: Member }) {
  const { active, kind, may_annotate, sign_in, invited_until } = member;
  if (!active) return <Badge>{all.states.deactivated}</Badge>;
  if (kind === "model")
    return may_annotate ? (
      <Badge tone="accent">{all.states.model}</Badge>
    ) : (
      <Badge>{all.states.barredModel}</Badge>
    );
  if (sign_in === "ready") return <Badge tone="good">{all.states.ready}</Badge>;
  if (invited_until === null) return <Badge>{all.states.none}</Badge>;
  return <Badge tone="accent">{all.states.invited}</Badge>;
}

function sayProjects({ project_ids, role }: Member, names: ReadonlyMap<string, string> | undefined): string {
  if (project_ids === null || role === "owner") return strings.all;
  return project_ids.length === 0 ? strings.none : project_ids.map((id) => names?.get(id) ?? id).join(", ");
}
