import { PAY_UNITS, type PayUnit } from "@assay/domain/pay.ts";
import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/members.ts";
import { api } from "../api/client.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Select } from "../design/Select.tsx";
import { SubmitDialog } from "../design/SubmitDialog.tsx";
import { Table } from "../design/Table.tsx";
import { formatMoney } from "../strings/format.ts";
import styles from "./Members.module.css";
import type { Member } from "./members.ts";

const strings = all.rates;

type Rate = components["schemas"]["Rate"];

const UNITS = PAY_UNITS.map((id) => ({ id, name: strings.units[id] }));

/** Shows what a member earns from which day on, and sets, replaces or deletes a rate. */
export function RatesDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { id, name } = member;
  const queryKey = ["members", id, "rates"];
  const { fault, isBusy, attempt } = useAttempt(queryKey, ["pay"], ["work", "mine"]);
  const [unit, setUnit] = useState<PayUnit>("hour");
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState("EUR");
  const [starts_on, setDay] = useState(() => new Date().toISOString().slice(0, 10));
  const { data: rates, error } = useQuery({
    queryKey,
    queryFn: async () => (await api.GET("/v1/members/{id}/rates", { params: { path: { id } } })).data.data,
  });

  const save = () =>
    attempt(() =>
      api.PUT("/v1/members/{id}/rates/{starts_on}", {
        params: { path: { id, starts_on: starts_on.trim() } },
        body: { unit, amount: amount.trim(), currency: currency.trim().toUpperCase() },
      }),
    );
  const remove = (day: string) =>
    attempt(() =>
      api.DELETE("/v1/members/{id}/rates/{starts_on}", { params: { path: { id, starts_on: day } } }),
    );

  return (
    <SubmitDialog
      title={strings.title(name)}
      isWide
      verb={strings.save}
      cancel={everywhere.close}
      isDisabled={isBusy || amount.trim() === "" || starts_on.trim() === ""}
      fault={fault}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>{strings.help}</p>
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {rates?.length === 0 && <p className={styles.quiet}>{strings.none}</p>}
      {rates !== undefined && rates.length > 0 && <List rates={rates} onRemove={(day) => void remove(day)} />}
      <div className={styles.rate}>
        <Select label={strings.per} options={UNITS} value={unit} onChange={setUnit} />
        <Field
          label={strings.amount}
          description={strings.amountHelp}
          value={amount}
          onChange={setAmount}
          inputMode="decimal"
        />
        <Field
          label={strings.currency}
          description={strings.currencyHelp}
          value={currency}
          onChange={setCurrency}
          maxLength={3}
        />
        <Field label={strings.day} description={strings.dayHelp} value={starts_on} onChange={setDay} />
      </div>
    </SubmitDialog>
  );
}

interface ListProps {
  readonly rates: readonly Rate[];
  readonly onRemove: (day: string) => void;
}

function List({ rates, onRemove }: ListProps) {
  return (
    <Table
      caption={strings.caption}
      rows={rates}
      keyOf={({ starts_on }) => starts_on}
      columns={[
        { title: strings.since, cell: ({ starts_on }) => starts_on },
        { title: strings.per, cell: ({ unit }) => strings.units[unit] },
        { title: strings.rate, cell: formatMoney, isNumber: true },
        {
          title: strings.actions,
          isActions: true,
          cell: ({ starts_on }) => (
            <Button look="quiet" aria-label={strings.remove(starts_on)} onPress={() => onRemove(starts_on)}>
              {strings.removeShort}
            </Button>
          ),
        },
      ]}
    />
  );
}
