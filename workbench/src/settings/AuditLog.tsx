import { listAll } from "@assay/sdk/list-all.ts";
import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as members } from "#strings/members.ts";
import { strings as all } from "#strings/settings.ts";
import { api } from "../api/client.ts";
import { everyRow } from "../api/every-row.ts";
import { useMembers } from "../api/members.ts";
import { useMay } from "../api/use-may.ts";
import { Button } from "../design/Button.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import { Time } from "../design/Time.tsx";
import { formatMoney, formatTime } from "../strings/format.ts";
import styles from "./AuditLog.module.css";
import { LOGGED_ACTIONS, sayAction } from "./logged-actions.ts";
import pageStyles from "./Settings.module.css";
import { usePages } from "./use-pages.ts";

const strings = all.auditLog;

type Change = components["schemas"]["LoggedChange"];

/** What the list shows; empty texts filter nothing. */
interface Filters {
  /** The id of a key or a member. */
  readonly actor: string;
  readonly action: string;
  /** The id of a changed object. */
  readonly resource: string;
  /** The first and the last day, such as 2026-03-01, where the browser is. */
  readonly from: string;
  readonly to: string;
}

const NO_FILTERS: Filters = { actor: "", action: "", resource: "", from: "", to: "" };
const PAGE = 25;

const ACTIONS = [
  { id: "", name: strings.anyAction },
  ...LOGGED_ACTIONS.map((id) => ({ id, name: sayAction(id) })).sort((one, other) =>
    one.name.localeCompare(other.name),
  ),
];

/** The audit log, newest first: a short row for each change, which opens to its details. */
export function AuditLog() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const query = queryOf(filters);
  const {
    query: pages,
    rows,
    more,
  } = usePages(
    ["audit-log", query],
    async (place) =>
      (await api.GET("/v1/audit-log", { params: { query: { ...query, ...place, limit: PAGE } } })).data,
  );
  const isFiltered = Object.keys(query).length > 0;
  const narrow = (change: Partial<Filters>) => setFilters({ ...filters, ...change });
  return (
    <div className={pageStyles.part}>
      <FilterFields filters={filters} onChange={narrow} />
      {isFiltered && (
        <div className={pageStyles.bar}>
          <Button onPress={() => setFilters(NO_FILTERS)}>{strings.showAll}</Button>
        </div>
      )}
      <FetchState query={pages} />
      {pages.data === undefined ? null : rows.length === 0 ? (
        <EmptyState title={strings.none}>{isFiltered ? strings.noneHelp : strings.noneYet}</EmptyState>
      ) : (
        <div className={styles.frame}>
          <ol className={styles.list} aria-label={strings.caption}>
            {rows.map((change) => (
              <Row key={change.id} change={change} onNarrow={narrow} />
            ))}
          </ol>
          {more && (
            <div className={styles.more}>
              <Button onPress={more}>{everywhere.showMore}</Button>
            </div>
          )}
        </div>
      )}
      {pages.data !== undefined && <p className={pageStyles.quiet}>{strings.kept}</p>}
    </div>
  );
}

function queryOf({ actor, action, resource, from, to }: Filters) {
  return {
    ...(actor !== "" && { actor }),
    ...(action !== "" && { action }),
    ...(resource.trim() !== "" && { resource: resource.trim() }),
    ...(from !== "" && { created_after: startOf(from, 0) }),
    ...(to !== "" && { created_before: startOf(to, 1) }),
  };
}

/** The first moment of the day that is so many days after `day`, where the browser is. */
function startOf(day: string, later: number): string {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

interface FilterFieldsProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

function FilterFields({ filters: { actor, action, resource, from, to }, onChange }: FilterFieldsProps) {
  return (
    <div className={styles.filters}>
      <Select
        label={strings.who}
        options={useActors(actor)}
        value={actor}
        onChange={(id) => onChange({ actor: id })}
      />
      <Select
        label={strings.what}
        options={ACTIONS}
        value={action}
        onChange={(id) => onChange({ action: id })}
      />
      <Field label={strings.from} type="date" value={from} onChange={(day) => onChange({ from: day })} />
      <Field label={strings.to} type="date" value={to} onChange={(day) => onChange({ to: day })} />
      <Field
        label={strings.id}
        value={resource}
        onChange={(id) => onChange({ resource: id })}
        maxLength={50}
      />
    </div>
  );
}

/** The members, and the keys for owners, who alone may list them; also the chosen one, which may be gone. */
function useActors(chosen: string): readonly { readonly id: string; readonly name: string }[] {
  const mayListKeys = useMay("keys:read");
  const { data: people } = useMembers();
  const { data: keys } = useQuery({
    queryKey: ["api-keys", "names"],
    queryFn: () => everyRow(listAll(api, "/v1/api-keys", { query: { limit: 100 } })),
    enabled: mayListKeys,
  });
  const actors = [
    ...(people ?? []).map(({ id, name, email }) => ({ id, name: name ?? email ?? id })),
    ...(keys ?? []).map(({ id, name }) => ({ id, name: strings.byKey(name) })),
  ].sort((one, other) => one.name.localeCompare(other.name));
  const isListed = chosen === "" || actors.some(({ id }) => id === chosen);
  return [{ id: "", name: strings.anybody }, ...actors, ...(isListed ? [] : [{ id: chosen, name: chosen }])];
}

interface RowProps {
  readonly change: Change;
  readonly onNarrow: (change: Partial<Filters>) => void;
}

function Row({ change, onNarrow }: RowProps) {
  const { actor, action, resource, request_id, created_at } = change;
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  return (
    <li className={styles.row}>
      <p className={styles.what}>
        {sayAction(action)} <Resource resource={resource} />
      </p>
      <p className={styles.who}>{sayActor(actor)}</p>
      <p className={styles.when}>
        <Time at={created_at} />
      </p>
      <Button
        aria-expanded={isOpen}
        aria-controls={details}
        aria-label={strings.detailsOf(sayAction(action), sayActor(actor))}
        onPress={() => setOpen(!isOpen)}
      >
        {strings.details}
      </Button>
      <div id={details} hidden={!isOpen} className={styles.details}>
        {isOpen && (
          <>
            <dl className={pageStyles.facts}>
              <Fact name={strings.when}>{formatTime(created_at)}</Fact>
              <Rate rate={change.rate} />
              <Fact name={strings.of}>
                <code>{resource.id}</code>
              </Fact>
              <Fact name={strings.who}>
                <code>{actor.id}</code>
              </Fact>
              <Fact name={strings.request}>
                <code>{request_id}</code>
              </Fact>
            </dl>
            <div className={pageStyles.bar}>
              <Button onPress={() => onNarrow({ resource: resource.id })}>{strings.onlyObject}</Button>
              <Button onPress={() => onNarrow({ actor: actor.id })}>{strings.onlyActor}</Button>
            </div>
          </>
        )}
      </div>
    </li>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** For a change of pay from what to what; a server of an older release sends none. */
function Rate({ rate }: Partial<Pick<Change, "rate">>) {
  if (rate === null || rate === undefined) return null;
  return (
    <Fact name={strings.pay}>{strings.rate(rate.starts_on, sayRate(rate.before), sayRate(rate.after))}</Fact>
  );
}

/** The changed object by its name, with a link to its screen if it has one. */
function Resource({ resource: { type, id, name } }: { readonly resource: Change["resource"] }) {
  if (type === "item")
    return (
      <Link to="/items/$id" params={{ id }}>
        {shorten(id)}
      </Link>
    );
  // A server of an older release sends no name.
  if (name === null || name === undefined) return <code className={pageStyles.quiet}>{shorten(id)}</code>;
  if (type === "project")
    return (
      <Link to="/projects/$id" params={{ id }}>
        <bdi>{name}</bdi>
      </Link>
    );
  if (type === "batch")
    return (
      <Link to="/batches/$id" params={{ id }}>
        <bdi>{name}</bdi>
      </Link>
    );
  if (type === "dataset")
    return (
      <Link to="/datasets/$id" params={{ id }}>
        <bdi>{name}</bdi>
      </Link>
    );
  if (type === "webhook")
    return (
      <Link to="/settings/webhooks/$id" params={{ id }}>
        <bdi>{name}</bdi>
      </Link>
    );
  return (
    <b>
      <bdi>{name}</bdi>
    </b>
  );
}

/** The end of an id, which tells those of one kind apart. */
function shorten(id: string): string {
  return `…${id.slice(-6)}`;
}

function sayActor({ type, name }: Change["actor"]): string {
  return type === "key" ? strings.byKey(name) : name;
}

function sayRate(rate: NonNullable<Change["rate"]>["before"]): string {
  return rate === null ? strings.noRate : strings.rateOf(formatMoney(rate), members.rates.units[rate.unit]);
}
