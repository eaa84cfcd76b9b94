import type { components } from "@assay/sdk/schema.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as members } from "#strings/members.ts";
import { strings as all } from "#strings/settings.ts";
import { api } from "../api/client.ts";
import { useMemberName } from "../api/members.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Field } from "../design/Field.tsx";
import { type Column, Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import { formatMoney } from "../strings/format.ts";
import styles from "./Settings.module.css";
import { usePages } from "./use-pages.ts";

const strings = all.auditLog;

type Change = components["schemas"]["LoggedChange"];

const COLUMNS: readonly Column<Change>[] = [
  { title: strings.when, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: strings.who,
    cell: ({ actor }) => (actor.type === "key" ? strings.byKey(actor.name) : strings.byMember(actor.name)),
  },
  { title: strings.what, cell: ({ action, rate }) => <Action action={action} rate={rate} /> },
  { title: strings.of, cell: ({ resource }) => <Resource id={resource.id} /> },
  { title: strings.request, cell: ({ request_id }) => <code>{request_id}</code> },
];

/** The audit log, newest first. */
export function AuditLog() {
  const [id, setId] = useState("");
  const filter =
    id.trim() === "" ? {} : /^(key|mem)_/.test(id) ? { actor: id.trim() } : { resource: id.trim() };
  const { query, rows, more } = usePages(
    ["audit-log", filter],
    async (place) =>
      (await api.GET("/v1/audit-log", { params: { query: { ...filter, ...place, limit: 50 } } })).data,
  );
  return (
    <div className={styles.part}>
      <Field label={strings.id} description={strings.idHelp} value={id} onChange={setId} />
      <FetchState query={query} />
      {query.data === undefined ? null : rows.length === 0 ? (
        <EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>
      ) : (
        <Table caption={strings.caption} columns={COLUMNS} rows={rows} keyOf={(row) => row.id}>
          {more && <Button onPress={more}>{everywhere.showMore}</Button>}
        </Table>
      )}
    </div>
  );
}

/** The changed object: a link to its screen, if it has one, or the name of a member. */
function Resource({ id }: { readonly id: string }) {
  const nameOf = useMemberName();
  if (id.startsWith("mem_")) return nameOf(id);
  if (id.startsWith("proj_"))
    return (
      <Link to="/projects/$id" params={{ id }}>
        {id}
      </Link>
    );
  if (id.startsWith("batch_"))
    return (
      <Link to="/batches/$id" params={{ id }}>
        {id}
      </Link>
    );
  if (id.startsWith("item_"))
    return (
      <Link to="/items/$id" params={{ id }}>
        {id}
      </Link>
    );
  if (id.startsWith("wh_"))
    return (
      <Link to="/settings/webhooks/$id" params={{ id }}>
        {id}
      </Link>
    );
  return <code>{id}</code>;
}

/** The operation, and for a change of pay from what to what; a server of an older release sends no `rate`. */
function Action({ action, rate }: Pick<Change, "action"> & Partial<Pick<Change, "rate">>) {
  if (rate === null || rate === undefined) return sayAction(action);
  return (
    <>
      {sayAction(action)}
      <small className={styles.detail}>
        {strings.rate(rate.starts_on, sayRate(rate.before), sayRate(rate.after))}
      </small>
    </>
  );
}

function sayRate(rate: NonNullable<Change["rate"]>["before"]): string {
  return rate === null ? strings.noRate : strings.rateOf(formatMoney(rate), members.rates.units[rate.unit]);
}

/** Formats an operation's name: `createWebhook` becomes "Create webhook". */
function sayAction(action: string): string {
  const words = action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
