import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/settings.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Time } from "../design/Time.tsx";
import { formatNumber } from "../strings/format.ts";
import styles from "./Settings.module.css";
import { usePages } from "./use-pages.ts";

const strings = all.account;

type Limit = keyof components["schemas"]["Account"]["limits"];

/** The account's name and limits, and its notifications. */
export function AccountSettings() {
  const query = useQuery({
    queryKey: ["account"],
    queryFn: async () => (await api.GET("/v1/account")).data,
  });
  const { attempt, fault } = useAttempt(["account"]);
  // A failed repetition leaves the form, and what the person has typed, on the page.
  if (query.data === undefined) return <FetchState query={query} />;
  const { name, owner_email, rate_limit_per_minute, limits } = query.data;
  return (
    <div className={styles.part}>
      <Names
        key={`${name} ${owner_email}`}
        name={name}
        email={owner_email ?? ""}
        fault={fault}
        onSave={(body) => void attempt(() => api.PATCH("/v1/account", { body }))}
      />
      <Panel title={strings.limitsTitle}>
        <dl className={styles.limits}>
          <div>
            <dt>{strings.rate}</dt>
            <dd>{formatNumber(rate_limit_per_minute)}</dd>
          </div>
          {Object.keys(limits)
            .filter(isLimit)
            .map((limit) => (
              <div key={limit}>
                <dt>{strings.limits[limit]}</dt>
                <dd>{sayValue(limit, limits[limit])}</dd>
              </div>
            ))}
        </dl>
      </Panel>
      <Notifications />
    </div>
  );
}

function isLimit(name: string): name is Limit {
  return name in strings.limits;
}

const KIBI = 1_024;

function sayValue(limit: Limit, value: number | null): string {
  if (value === null) return strings.noLimit;
  if (limit.endsWith("_seconds")) return strings.seconds(formatNumber(value));
  if (!limit.endsWith("_bytes")) return formatNumber(value);
  const power = Math.min(strings.units.length - 1, Math.floor(Math.log2(value) / 10));
  return `${formatNumber(value / KIBI ** power)} ${strings.units[power]}`;
}

interface NamesProps {
  readonly name: string;
  readonly email: string;
  /** Why they were not saved. */
  readonly fault: string | undefined;
  readonly onSave: (body: { name: string; owner_email: string | null }) => void;
}

function Names({ name: before, email: emailBefore, fault, onSave }: NamesProps) {
  const [name, setName] = useState(before);
  const [email, setEmail] = useState(emailBefore);
  return (
    <Panel title={strings.title}>
      <div className={styles.form}>
        <Field label={strings.name} value={name} onChange={setName} />
        <Field
          label={strings.email}
          description={strings.emailHelp}
          value={email}
          onChange={setEmail}
          type="email"
        />
        <div className={styles.bar}>
          <Button
            isDisabled={name.trim() === "" || (name === before && email === emailBefore)}
            onPress={() => onSave({ name, owner_email: email === "" ? null : email })}
          >
            {everywhere.save}
          </Button>
        </div>
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      </div>
    </Panel>
  );
}

function Notifications() {
  const { rows, more } = usePages(
    ["notifications"],
    async (place) => (await api.GET("/v1/account/notifications", { params: { query: place } })).data,
  );
  return (
    <Panel title={strings.notifications}>
      {rows.length === 0 && <p className={styles.quiet}>{strings.noNotifications}</p>}
      {rows.map(({ id, subject, body, created_at }) => (
        <details key={id}>
          <summary>
            {subject} <Time at={created_at} />
          </summary>
          <pre className={styles.body}>{body}</pre>
        </details>
      ))}
      {more && <Button onPress={more}>{everywhere.showMore}</Button>}
    </Panel>
  );
}
