import { SCOPES, type Scope } from "@assay/domain/member.ts";
import type { components } from "@assay/sdk/schema.ts";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/settings.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Checkbox } from "../design/Checkbox.tsx";
import { Checkboxes } from "../design/Checkboxes.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Field } from "../design/Field.tsx";
import { Select } from "../design/Select.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { type Column, Table } from "../design/Table.tsx";
import { Time } from "../design/Time.tsx";
import { SecretOnce } from "./SecretOnce.tsx";
import styles from "./Settings.module.css";
import { usePages } from "./use-pages.ts";

const strings = all.keys;

type ApiKey = components["schemas"]["ApiKey"];

const DAY_MS = 86_400_000;

/** The account's API keys: create, show once, revoke. */
export function ApiKeys() {
  const { query, rows, more } = usePages(
    ["api-keys"],
    async (place) => (await api.GET("/v1/api-keys", { params: { query: { ...place, limit: 50 } } })).data,
  );
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const [secret, setSecret] = useState<string>();

  const columns: Column<ApiKey>[] = [
    { title: strings.name, cell: ({ name }) => name },
    { title: strings.key, cell: ({ prefix, last4 }) => <code>{`${prefix}…${last4}`}</code> },
    {
      title: strings.scopes,
      cell: ({ scopes }) => (scopes.length === SCOPES.length ? strings.all : scopes.join(", ")),
    },
    {
      title: strings.lastUsed,
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : strings.never),
    },
    {
      title: strings.expires,
      cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} /> : strings.never),
    },
    {
      title: strings.actions,
      isActions: true,
      cell: (key) => (
        <Button look="quiet" aria-label={strings.revokeOne(key.name)} onPress={() => setRevoking(key)}>
          {strings.revoke}
        </Button>
      ),
    },
  ];
  return (
    <div className={styles.part}>
      <div className={styles.main}>
        <Button look="primary" onPress={() => setMaking(true)}>
          {strings.make}
        </Button>
      </div>
      {secret !== undefined && <SecretOnce title={strings.made} secret={secret} />}
      <FetchState query={query} />
      {query.data !== undefined && (
        <Table caption={strings.caption} columns={columns} rows={rows} keyOf={({ id }) => id}>
          {more && <Button onPress={more}>{everywhere.showMore}</Button>}
        </Table>
      )}
      {isMaking && (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setSecret(key);
            setMaking(false);
          }}
        />
      )}
      {revoking !== undefined && <RevokeDialog of={revoking} onClose={() => setRevoking(undefined)} />}
    </div>
  );
}

function RevokeDialog({ of: { id, name }, onClose }: { readonly of: ApiKey; readonly onClose: () => void }) {
  const { attempt, isBusy, fault } = useAttempt(["api-keys"]);
  async function revoke() {
    if (await attempt(() => api.DELETE("/v1/api-keys/{id}", { params: { path: { id } } }))) onClose();
  }
  return (
    <SubmitDialog
      title={strings.revokeTitle(name)}
      verb={strings.revoke}
      isDangerous
      cancel={strings.keep}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void revoke()}
      onClose={onClose}
    >
      <p>{strings.revokeHelp}</p>
    </SubmitDialog>
  );
}

const isAlone = (scope: Scope): boolean => {
  const [of] = scope.split(":");
  return SCOPES.filter((other) => other.startsWith(`${of}:`)).length === 1;
};

/** In two columns, read and write stand side by side. */
const IN_PAIRS = SCOPES.toSorted((one, other) => Number(isAlone(one)) - Number(isAlone(other)));

/** The scopes that a program with a usual task needs. */
const PRESETS: readonly {
  readonly id: keyof typeof strings.presetNames;
  readonly scopes: readonly Scope[];
}[] = [
  { id: "producer", scopes: SCOPES.filter((scope) => /^(projects|uploads|batches):/.test(scope)) },
  { id: "annotator", scopes: ["annotations:read", "annotations:write"] },
  { id: "consumer", scopes: ["datasets:read", "events:read"] },
];

const EXPIRIES = [
  { id: "never", name: strings.expiries.never },
  { id: "30", name: strings.expiries[30] },
  { id: "90", name: strings.expiries[90] },
  { id: "365", name: strings.expiries[365] },
] as const;

interface NewKeyProps {
  readonly onClose: () => void;
  /** Called with the secret part, which nobody can read later. */
  readonly onMade: (key: string) => void;
}

function NewKey({ onClose, onMade }: NewKeyProps) {
  const { attempt, isBusy, fault } = useAttempt(["api-keys"]);
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [expiry, setExpiry] = useState<(typeof EXPIRIES)[number]["id"]>("90");
  const make = () => {
    const isAll = scopes.length === SCOPES.length;
    const expires_at =
      expiry === "never" ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
    const body = {
      name,
      ...(isAll ? {} : { scopes: [...scopes] }),
      ...(expires_at === null ? {} : { expires_at }),
    };
    return attempt(async () => onMade((await api.POST("/v1/api-keys", { body })).data.key));
  };
  return (
    <SubmitDialog
      title={strings.dialog}
      isWide
      verb={strings.create}
      isDisabled={name.trim() === "" || scopes.length === 0}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Field
          label={strings.name}
          description={strings.nameHelp}
          value={name}
          onChange={setName}
          name="name"
        />
        <Select label={strings.expires} options={EXPIRIES} value={expiry} onChange={setExpiry} />
        <fieldset className={styles.presets}>
          <legend>{strings.presets}</legend>
          {PRESETS.map(({ id, scopes }) => (
            <Button key={id} onPress={() => setScopes(scopes)}>
              {strings.presetNames[id]}
            </Button>
          ))}
        </fieldset>
        <fieldset className={styles.pairs}>
          <legend>
            {strings.scopes}
            <span className={styles.quiet}>{strings.scopesHelp}</span>
          </legend>
          <Checkbox
            isSelected={scopes.length === SCOPES.length}
            isIndeterminate={scopes.length > 0 && scopes.length < SCOPES.length}
            onChange={(isOn) => setScopes(isOn ? SCOPES : [])}
          >
            {strings.allScopes}
          </Checkbox>
          <Checkboxes options={IN_PAIRS} chosen={scopes} onChange={setScopes} />
        </fieldset>
      </div>
    </SubmitDialog>
  );
}
