/** What a rate pays for. An hour is one of active time. */
export const PAY_UNITS = ["hour", "answer", "accepted_answer"] as const;
export type PayUnit = (typeof PAY_UNITS)[number];

/** The pay for one unit: a decimal such as `15.5`, with at most six places, in an ISO 4217 currency. */
export interface Rate {
  readonly unit: PayUnit;
  readonly amount: string;
  readonly currency: string;
}

/** What was done under one rate. */
export interface PaidWork {
  /** Milliseconds. */
  readonly active_ms: number;
  readonly answers: number;
  readonly accepted: number;
}

export interface Money {
  readonly currency: string;
  /** A decimal with the places of the currency. */
  readonly amount: string;
}

/** A decimal that a rate may have, below a billion. */
export const RATE_AMOUNT = "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$";
const RATE_PLACES = 6;
const HOUR_MS = 3_600_000n;
const HOUR_PLACES = 4;

/** Places of the smallest unit of those currencies that do not have two. Source: ISO 4217, list one. */
const PLACES: ReadonlyMap<string, number> = new Map([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
    .split(" ")
    .map((code) => [code, 0] as const),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3] as const),
  ..."CLF UYW".split(" ").map((code) => [code, 4] as const),
]);

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether it is the code of a currency, such as EUR. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}

function placesOf(currency: string): number {
  return PLACES.get(currency) ?? 2;
}

/**
 * The pay for some work under one rate, rounded half up to the smallest unit of the currency. All steps before are exact: the
 * amount is the nearest to rate × units.
 */
export function payFor({ unit, amount, currency }: Rate, work: PaidWork): Money {
  const units = { hour: work.active_ms, answer: work.answers, accepted_answer: work.accepted }[unit];
  const [per, places] = [unit === "hour" ? HOUR_MS : 1n, placesOf(currency)];
  const earned = scaled(amount, RATE_PLACES) * BigInt(units) * 10n ** BigInt(places);
  return { currency, amount: decimal(divided(earned, per * 10n ** BigInt(RATE_PLACES)), places) };
}

/** The sum for each currency, in the order of their codes. */
export function totalsOf(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of amounts)
    sums.set(currency, (sums.get(currency) ?? 0n) + scaled(amount, placesOf(currency)));
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sum]) => ({ currency, amount: decimal(sum, placesOf(currency)) }));
}

/** A rate's amount with at least the places of its currency, and no more zeros: 15.5 EUR is `15.50`. */
export function sayRate({ amount, currency }: Omit<Rate, "unit">): string {
  const [whole = "0", places = ""] = amount.split(".");
  const shown = places.replace(/0+$/, "").padEnd(placesOf(currency), "0");
  return shown === "" ? whole : `${whole}.${shown}`;
}

/** Active time in hours, a decimal with four places. */
export function hoursOf(active_ms: number): string {
  return decimal(divided(BigInt(active_ms) * 10n ** BigInt(HOUR_PLACES), HOUR_MS), HOUR_PLACES);
}

/** A decimal that is not negative, as a number of its `places`-th place. */
function scaled(value: string, places: number): bigint {
  const [whole = "0", part = ""] = value.split(".");
  return BigInt(whole + part.padEnd(places, "0"));
}

/** Rounded half up; both are not negative. */
function divided(value: bigint, by: bigint): bigint {
  return (2n * value + by) / (2n * by);
}

function decimal(value: bigint, places: number): string {
  if (places === 0) return String(value);
  const digits = String(value).padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
