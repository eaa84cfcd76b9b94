import { PAY_UNITS, type PayUnit } from "@assay/domain/pay.ts";
import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
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

/** As it is typed. */
interface NewRate {
  readonly unit: PayUnit;
  readonly amount: string;
  readonly currency: string;
  readonly starts_on: string;
}

const UNITS = PAY_UNITS.map((id) => ({ id, name: strings.units[id] }));

/** Shows what a member earns from which day on, and sets, replaces or deletes a rate. */
export function RatesDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { id, name } = member;
  const queryKey = ["members", id, "rates"];
  const { fault, isBusy, attempt } = useAttempt(queryKey, ["pay"], ["work", "mine"]);
  const [rate, setRate] = useState<NewRate>(() => ({
    ...{ unit: "hour", amount: "", currency: "EUR" },
    starts_on: new Date().toISOString().slice(0, 10),
  }));
  const [saved, setSaved] = useState("");
  const amount = useRef<HTMLInputElement>(null);
  const { data: rates, error } = useQuery({
    queryKey,
    queryFn: async () => (await api.GET("/v1/members/{id}/rates", { params: { path: { id } } })).data.data,
  });

  async function save() {
    setSaved("");
    const { starts_on, ...body } = bodyOf(rate);
    const isSaved = await attempt(() =>
      api.PUT("/v1/members/{id}/rates/{starts_on}", { params: { path: { id, starts_on } }, body }),
    );
    if (!isSaved) return;
    setSaved(strings.saved(formatMoney(body), strings.units[body.unit], starts_on));
    setRate({ ...rate, amount: "" });
    amount.current?.focus();
  }
  async function remove(day: string) {
    setSaved("");
    await attempt(() =>
      api.DELETE("/v1/members/{id}/rates/{starts_on}", { params: { path: { id, starts_on: day } } }),
    );
    amount.current?.focus(); // the pressed button is gone
  }

  return (
    <SubmitDialog
      title={strings.title(name)}
      isWide
      verb={strings.save}
      cancel={everywhere.close}
      isDisabled={rate.amount.trim() === "" || rate.starts_on.trim() === ""}
      isBusy={isBusy}
      fault={fault}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>{strings.help}</p>
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {rates?.length === 0 && <p className={styles.quiet}>{strings.none}</p>}
      {rates !== undefined && rates.length > 0 && <List rates={rates} onRemove={(day) => void remove(day)} />}
      <RateFields rate={rate} onChange={setRate} amount={amount} />
      <p role="status" className={styles.saved}>
        {saved}
      </p>
    </SubmitDialog>
  );
}

interface RateFieldsProps {
  readonly rate: NewRate;
  readonly onChange: (rate: NewRate) => void;
  readonly amount: RefObject<HTMLInputElement | null>;
}

function RateFields({ rate, onChange, amount }: RateFieldsProps) {
  return (
    <div className={styles.rate}>
      <Select
        label={strings.per}
        options={UNITS}
        value={rate.unit}
        onChange={(unit) => onChange({ ...rate, unit })}
      />
      <div className={styles.money}>
        <Field
          inputRef={amount}
          autoFocus
          name="amount"
          label={strings.amount}
          description={strings.amountHelp}
          value={rate.amount}
          onChange={(amount) => onChange({ ...rate, amount })}
          inputMode="decimal"
        />
        <Field
          name="currency"
          label={strings.currency}
          description={strings.currencyHelp}
          value={rate.currency}
          onChange={(currency) => onChange({ ...rate, currency })}
          maxLength={3}
        />
      </div>
      <Field
        name="starts_on"
        type="date"
        label={strings.day}
        description={strings.dayHelp}
        value={rate.starts_on}
        onChange={(starts_on) => onChange({ ...rate, starts_on })}
      />
    </div>
  );
}

function bodyOf({ unit, amount, currency, starts_on }: NewRate): NewRate {
  return {
    unit,
    amount: amount.trim(),
    currency: currency.trim().toUpperCase(),
    starts_on: starts_on.trim(),
  };
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
