import type { components } from "@assay/sdk/schema.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/settings.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { Checkboxes } from "../design/Checkboxes.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Field } from "../design/Field.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { type Column, Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import { SecretOnce } from "./SecretOnce.tsx";
import styles from "./Settings.module.css";
import { usePages } from "./use-pages.ts";

const strings = all.webhooks;

type Webhook = components["schemas"]["Webhook"];
export type EventType = Webhook["events"][number];

export const EVENT_TYPES: readonly EventType[] = [
  "batch.created",
  "batch.processing",
  "batch.completed",
  "batch.certified",
  "batch.failed",
  "project.updated",
  "comment.created",
  "comment.resolved",
  "annotator.qualified",
];

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: strings.url,
    cell: ({ id, url }) => (
      <Link to="/settings/webhooks/$id" params={{ id }}>
        {url}
      </Link>
    ),
  },
  { title: strings.events, cell: ({ all_events, events }) => (all_events ? strings.all : events.join(", ")) },
  { title: strings.health, cell: (webhook) => <Health webhook={webhook} /> },
  { title: strings.changed, cell: ({ updated_at }) => <Time at={updated_at} /> },
];

/** Whether the webhook gets events, and if not, why. */
export function Health({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabled_reason, failed_in_a_row } = webhook;
  if (enabled && failed_in_a_row > 0) return <Badge tone="warn">{strings.failing(failed_in_a_row)}</Badge>;
  if (enabled) return <Badge tone="good">{strings.enabled}</Badge>;
  if (disabled_reason === "delivery_failures") return <Badge tone="bad">{strings.disabledByFailures}</Badge>;
  return <Badge tone="warn">{strings.disabled}</Badge>;
}

/** The webhooks of the account. */
export function Webhooks() {
  const { query, rows, more } = usePages(
    ["webhooks"],
    async (place) => (await api.GET("/v1/webhooks", { params: { query: place } })).data,
  );
  const { attempt, isBusy, fault: refusal } = useAttempt(["webhooks"]);
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const make = (body: WebhookFields) =>
    attempt(async () => {
      const { data } = await api.POST("/v1/webhooks", { body });
      setSecret(data.secret);
      setMaking(false);
    });
  return (
    <div className={styles.part}>
      <div className={styles.main}>
        <Button look="primary" onPress={() => setMaking(true)}>
          {strings.make}
        </Button>
      </div>
      {secret !== undefined && <SecretOnce title={strings.secret} secret={secret} />}
      <FetchState query={query} />
      {query.data === undefined ? null : rows.length === 0 ? (
        <EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>
      ) : (
        <Table caption={strings.caption} columns={COLUMNS} rows={rows} keyOf={({ id }) => id}>
          {more && <Button onPress={more}>{everywhere.showMore}</Button>}
        </Table>
      )}
      {isMaking && (
        <WebhookDialog
          title={strings.make}
          isBusy={isBusy}
          fault={refusal}
          onClose={() => setMaking(false)}
          onSave={(fields) => void make(fields)}
        />
      )}
    </div>
  );
}

export interface WebhookFields {
  readonly url: string;
  /** Null means all types, including future ones. */
  readonly events: EventType[] | null;
}

interface WebhookDialogProps {
  readonly title: string;
  readonly before?: WebhookFields;
  readonly isBusy: boolean;
  /** The API's error message. */
  readonly fault: string | undefined;
  readonly onClose: () => void;
  readonly onSave: (fields: WebhookFields) => void;
}

/** The form for URL and events; no chosen event means all, including future ones. */
export function WebhookDialog({ title, before, isBusy, fault, onClose, onSave }: WebhookDialogProps) {
  const [url, setUrl] = useState(before?.url ?? "");
  const [events, setEvents] = useState<readonly EventType[]>(before?.events ?? []);
  return (
    <SubmitDialog
      title={title}
      verb={everywhere.save}
      isDisabled={url === ""}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => onSave({ url, events: events.length === 0 ? null : [...events] })}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Field
          label={strings.url}
          value={url}
          onChange={setUrl}
          type="url"
          placeholder="https://"
          name="url"
        />
        <fieldset className={styles.choices}>
          <legend>{strings.chooseEvents}</legend>
          <Checkboxes options={EVENT_TYPES} chosen={events} onChange={setEvents} />
        </fieldset>
      </div>
    </SubmitDialog>
  );
}
