import type { PayUnit } from "@assay/domain/pay.ts";

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
