import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Time } from "../design/Time.tsx";
import styles from "./Settings.module.css";
import { useAct } from "./use-act.ts";
import { usePages } from "./use-pages.ts";

/** The account: its name, plan and limits, and what it was told by mail. */
export function Account() {
  const { data, error } = useQuery({
    queryKey: ["account"],
    queryFn: async () => (await api.GET("/v1/account")).data,
  });
  const { act, fault } = useAct(["account"]);
  if (error !== null) return <Notice tone="bad">{error.message}</Notice>;
  if (data === undefined) return null;
  const { name, owner_email, plan, rate_limit_per_minute, limits } = data;
  return (
    <div className={styles.part}>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      <Names
        key={`${name} ${owner_email}`}
        name={name}
        email={owner_email ?? ""}
        onSave={(body) => void act(() => api.PATCH("/v1/account", { body }))}
      />
      <Panel title={`${plan.charAt(0).toUpperCase()}${plan.slice(1)} plan`}>
        <dl className={styles.facts}>
          <dt>Requests a minute</dt>
          <dd>{rate_limit_per_minute.toLocaleString("en")}</dd>
          {Object.entries(limits).map(
            ([limit, value]) =>
              value !== null && (
                <div key={limit} style={{ display: "contents" }}>
                  <dt>{sayLimit(limit)}</dt>
                  <dd>{sayValue(limit, value)}</dd>
                </div>
              ),
          )}
        </dl>
      </Panel>
      <Notifications />
    </div>
  );
}

const UNITS = ["bytes", "KiB", "MiB", "GiB"];
const KIBI = 1_024;

/** `url_fetch_bytes` as people say it; its unit stands at the number. */
function sayLimit(limit: string): string {
  const words = limit
    .replace(/_bytes$/, "")
    .replace(/_seconds$/, " time")
    .replaceAll("_", " ");
  const said = words.replace(/\b(json|url|api)\b/g, (word) => word.toUpperCase());
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function sayValue(limit: string, value: number): string {
  if (limit.endsWith("_seconds")) return `${value.toLocaleString("en")} s`;
  if (!limit.endsWith("_bytes")) return value.toLocaleString("en");
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(value) / 10));
  return `${(value / KIBI ** power).toLocaleString("en")} ${UNITS[power]}`;
}

interface NamesProps {
  readonly name: string;
  readonly email: string;
  readonly onSave: (body: { name: string; owner_email: string | null }) => void;
}

function Names({ name: before, email: emailBefore, onSave }: NamesProps) {
  const [name, setName] = useState(before);
  const [email, setEmail] = useState(emailBefore);
  return (
    <Panel title="Account">
      <div className={styles.form}>
        <Field label="Name" value={name} onChange={setName} />
        <Field
          label="Owner’s e-mail address"
          description="Told where a webhook is switched off"
          value={email}
          onChange={setEmail}
          type="email"
        />
        <div className={styles.bar}>
          <Button
            isDisabled={name.trim() === "" || (name === before && email === emailBefore)}
            onPress={() => onSave({ name, owner_email: email === "" ? null : email })}
          >
            Save
          </Button>
        </div>
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
    <Panel title="Notifications">
      {rows.length === 0 && <p className={styles.quiet}>Nothing was told yet.</p>}
      {rows.map(({ id, subject, body, created_at }) => (
        <details key={id}>
          <summary>
            {subject} <Time at={created_at} />
          </summary>
          <pre className={styles.body}>{body}</pre>
        </details>
      ))}
      {more && <Button onPress={more}>Show more</Button>}
    </Panel>
  );
}
