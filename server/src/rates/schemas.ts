import { PAY_UNITS, RATE_AMOUNT } from "@assay/domain/pay.ts";
import Type, { type Static } from "typebox";
import { Timestamp } from "../platform/http/wire.ts";

const Unit = Type.Enum([...PAY_UNITS], {
  description:
    "hour: of active time; answer: each answer, audits and gold too; accepted_answer: each answer that counts as accepted once its round is over",
});
const Amount = Type.String({
  pattern: RATE_AMOUNT,
  maxLength: 16,
  description: "For one unit: a decimal with at most six places",
  examples: ["15.50"],
});
const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217", examples: ["EUR"] });

export const SetRate = Type.Object(
  { unit: Unit, amount: Amount, currency: Currency },
  {
    additionalProperties: false,
    title: "SetRate",
    examples: [{ unit: "hour", amount: "15.50", currency: "EUR" }],
  },
);
export type SetRate = Static<typeof SetRate>;

export const RateParams = Type.Object({
  id: Type.String(),
  starts_on: Type.String({
    description: "The day (UTC) from which the rate counts",
    examples: ["2026-11-01"],
  }),
});

export const Rate = Type.Object(
  {
    member_id: Type.String(),
    starts_on: Type.String({ format: "date", description: "A day (UTC)", examples: ["2026-11-01"] }),
    unit: Unit,
    amount: Type.String({ examples: ["15.50"] }),
    currency: Currency,
    set_by: Type.String({ description: "The member or key that set it" }),
    set_at: Timestamp,
  },
  { title: "Rate" },
);
export type Rate = Static<typeof Rate>;

export const Rates = Type.Object({ data: Type.Array(Rate) }, { title: "Rates" });
