import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/settings.ts";
import { api } from "../api/client.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { CopyButton } from "../design/CopyButton.tsx";
import { Dialog } from "../design/Dialog.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Select } from "../design/Select.tsx";
import { type Column, Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import styles from "./Settings.module.css";
import { usePages } from "./use-pages.ts";

const log = all.deliveries;

type Delivery = components["schemas"]["Delivery"];
type Status = Delivery["status"];

const TONES = {
  delivered: "good",
  failed: "bad",
  pending: "accent",
  skipped: "warn",
  canceled: "plain",
} as const;

const STATUSES = [
  { id: "" as const, name: log.everyStatus },
  ...(["failed", "pending", "delivered", "skipped", "canceled"] as const).map((id) => ({
    id,
    name: log.statuses[id],
  })),
];

const SOON_MS = 10_000;

/** There is no event for deliveries, so the list is polled. */
function isSoonTried({ status, next_attempt_at }: Delivery): boolean {
  const isSoon = next_attempt_at === null || Date.parse(next_attempt_at) - Date.now() < SOON_MS;
  return status === "pending" && isSoon;
}

interface DeliveriesProps {
  readonly id: string;
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Sends another test of that type. */
  readonly onTest: (type: string) => void;
  /** Whether the person may send deliveries again. */
  readonly canSend: boolean;
}

/** The deliveries, newest first; a row expands to its attempts. */
export function Deliveries({ id, attempt, onTest, canSend }: DeliveriesProps) {
  const [shown, setShown] = useState<string>();
  const [status, setStatus] = useState<Status | "">("");
  const { query, rows, more } = usePages(
    ["webhooks", id, "deliveries", status],
    async (place) => {
      const query = { ...place, ...(status !== "" && { status }) };
      return (await api.GET("/v1/webhooks/{id}/deliveries", { params: { path: { id }, query } })).data;
    },
    isSoonTried,
  );
  const resend = (delivery_id: string) =>
    void attempt(() =>
      api.POST("/v1/webhooks/{id}/deliveries/{delivery_id}/retry", { params: { path: { id, delivery_id } } }),
    );
  const columns: Column<Delivery>[] = [
    { title: log.when, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      title: log.event,
      cell: ({ event_type, trigger }) =>
        trigger === "event" ? event_type : log.triggered(event_type, trigger),
    },
    { title: log.status, cell: (delivery) => <Outcome {...delivery} /> },
    { title: log.attempts, isNumber: true, cell: ({ attempt_count }) => attempt_count },
    { title: log.next, cell: ({ next_attempt_at }) => <Next at={next_attempt_at} /> },
    {
      title: log.actions,
      isActions: true,
      cell: (delivery) => (
        <div className={styles.bar}>
          <Button onPress={() => setShown(delivery.id)}>{log.attempts}</Button>
          {!canSend ? null : delivery.trigger === "test" ? (
            <Button onPress={() => onTest(delivery.event_type)}>{log.testAgain}</Button>
          ) : (
            <Button onPress={() => resend(delivery.id)}>{log.resend}</Button>
          )}
        </div>
      ),
    },
  ];
  return (
    <>
      <div className={styles.bar}>
        <Select label={log.show} options={STATUSES} value={status} onChange={setStatus} />
      </div>
      {query.data === undefined || query.error !== null ? (
        <FetchState query={query} />
      ) : rows.length === 0 ? (
        status === "" ? (
          <EmptyState title={log.none}>{log.noneHelp}</EmptyState>
        ) : (
          <EmptyState title={log.noneOf(log.statuses[status])}>{log.noneOfHelp}</EmptyState>
        )
      ) : (
        <Table caption={log.caption} columns={columns} rows={rows} keyOf={(row) => row.id}>
          {more && <Button onPress={more}>{everywhere.showMore}</Button>}
        </Table>
      )}
      {shown !== undefined && <Attempts id={id} delivery_id={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** When it is tried again; nothing if it is not. */
function Next({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return Date.parse(at) <= Date.now() ? log.due : <Time at={at} />;
}

/** The state, and why the last attempt failed. */
function Outcome({ status, last_attempt }: Delivery) {
  const isFailed = last_attempt !== null && (status === "failed" || status === "pending");
  return (
    <>
      <Badge tone={TONES[status]}>{log.statuses[status]}</Badge>
      {isFailed && ` ${sayAnswer(last_attempt)}`}
    </>
  );
}

interface AttemptsProps {
  readonly id: string;
  readonly delivery_id: string;
  readonly onClose: () => void;
}

/** The request and each response of a delivery. */
function Attempts({ id, delivery_id, onClose }: AttemptsProps) {
  const { data } = useQuery({
    queryKey: ["webhooks", id, "deliveries", delivery_id],
    queryFn: async () => {
      const params = { path: { id, delivery_id } };
      return (await api.GET("/v1/webhooks/{id}/deliveries/{delivery_id}", { params })).data;
    },
  });
  const event_id = data?.event_id;
  const { data: body } = useQuery({
    queryKey: ["events", event_id],
    enabled: event_id !== undefined && data?.trigger !== "test",
    retry: false,
    queryFn: async () => {
      const params = { path: { id: event_id ?? "" } };
      return (await api.GET("/v1/events/{id}", { params, parseAs: "text" })).data;
    },
  });
  return (
    <Dialog
      title={data === undefined ? log.attempts : log.attemptsOf(data.event_type)}
      isWide
      onClose={onClose}
      actions={
        <Button onPress={onClose} autoFocus>
          {everywhere.close}
        </Button>
      }
    >
      <div className={styles.part}>
        {body !== undefined && <Body title={log.requestBody} text={body} />}
        {data?.attempts.length === 0 && <p className={styles.quiet}>{log.noAttempts}</p>}
        {data?.attempts.map((attempt, before) => (
          <section key={attempt.id}>
            <p>
              {log.attempt(before + 1, sayAnswer(attempt), attempt.duration_ms)}{" "}
              <Time at={attempt.started_at} />
            </p>
            {attempt.response_body !== null && <Body title={log.responseBody} text={attempt.response_body} />}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Body({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <div className={styles.named}>
        <h3>{title}</h3>
        <CopyButton look="quiet" text={text} />
      </div>
      <pre className={styles.body}>{inLines(text)}</pre>
    </>
  );
}

/** JSON with line breaks; other text as it is. */
function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The status that the receiver answered, or why there was no response. */
function sayAnswer({ status_code, error_code }: NonNullable<Delivery["last_attempt"]>): string {
  const known: Readonly<Record<string, string>> = log.failures;
  if (status_code !== null) return log.answered(status_code);
  return error_code === null ? everywhere.unknown : (known[error_code] ?? error_code);
}
