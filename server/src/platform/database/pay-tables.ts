import type { PayUnit } from "@assay/domain/pay.ts";

/** A rate as `Rate` shows it. */
interface LoggedRate {
  readonly unit: PayUnit;
  readonly amount: string;
  readonly currency: string;
}

/** What a change did to the rate of a member that begins on a day; null: there was or is none. */
export interface RateChange {
  readonly starts_on: string;
  readonly before: LoggedRate | null;
  readonly after: LoggedRate | null;
}

export interface PayRatesTable {
  account_id: string;
  member_id: string;
  /** A day; select it as text, since the driver would read it in the time zone of the process. */
  starts_on: string;
  unit: PayUnit;
  /** A decimal with six places. */
  amount: string;
  currency: string;
  /** The key or member that set it. */
  set_by: string;
  set_at: Date;
}
