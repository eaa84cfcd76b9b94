import { PAY_UNITS } from "@assay/domain/pay.ts";
import Type, { type Static } from "typebox";
import { nullable } from "../platform/http/wire.ts";
import { decided, WorkQuery } from "./schemas.ts";

const Day = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", maxLength: 10, examples: ["2026-11-01"] });
const ShownDay = Type.String({ format: "date", examples: ["2026-11-01"] });

/** A period of whole days. */
export const DaysQuery = Type.Object({
  from: Type.Optional({ ...Day, description: "The first day (UTC); default: 30 days before `to`" }),
  to: Type.Optional({ ...Day, description: "The day (UTC) after the last one; default: tomorrow" }),
});
export type DaysQuery = Static<typeof DaysQuery>;

export const PayQuery = Type.Object({
  ...DaysQuery.properties,
  project_id: WorkQuery.properties.project_id,
  format: WorkQuery.properties.format,
});

const Money = Type.Object(
  {
    currency: Type.String({ description: "ISO 4217", examples: ["EUR"] }),
    amount: Type.String({ description: "A decimal with the places of the currency", examples: ["123.45"] }),
  },
  { title: "Money" },
);

const work = {
  hours: Type.String({
    description: "Active time as in the work report: a decimal with four places",
    examples: ["7.5000"],
  }),
  answers: Type.Integer({
    minimum: 0,
    description: "Answers of all kinds, without imported and replaced ones",
  }),
  ...decided,
};

export const PayRow = Type.Object(
  {
    member_id: Type.String(),
    member_name: Type.String(),
    member_external_id: nullable(Type.String()),
    starts_on: nullable({
      ...ShownDay,
      description: "Since when the rate counts; null for work without a rate",
    }),
    unit: nullable(Type.Enum([...PAY_UNITS])),
    rate: nullable(Type.String({ description: "For one unit", examples: ["15.50"] })),
    ...work,
    currency: nullable(Type.String({ examples: ["EUR"] })),
    amount: nullable(
      Type.String({
        description: "rate × units, exact, rounded half up to the smallest unit of the currency",
        examples: ["116.25"],
      }),
    ),
  },
  { title: "PayRow" },
);
export type PayRow = Static<typeof PayRow>;

const period = {
  from: ShownDay,
  to: { ...ShownDay, description: "The day after the last one" },
};

export const PayReport = Type.Object(
  {
    ...period,
    data: Type.Array(PayRow, {
      description: "A line for each member and each rate that counted in the period",
    }),
    totals: Type.Array(Money, { description: "The sums of the lines, by currency" }),
  },
  { title: "PayReport" },
);

export const OwnWork = Type.Object(
  {
    ...period,
    ...work,
    amounts: Type.Array(Money, { description: "What the work earned, by currency; empty without a rate" }),
  },
  { title: "OwnWork" },
);
export type OwnWork = Static<typeof OwnWork>;
