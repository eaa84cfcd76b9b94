import { LOCALE } from "#strings/locale.ts";

/** Formats a number: 12,500. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(LOCALE, options);
}

/** Formats a share from 0 to 1 without decimals: 12 %. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Formats a date and time: Mar 4, 2026, 9:30 AM. */
export function formatTime(at: string | Date): string {
  return new Date(at).toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "short" });
}

/** Formats a day: Mar 4, 2026. */
export function formatDay(at: Date): string {
  return at.toLocaleDateString(LOCALE, { dateStyle: "medium" });
}

/** Formats a month, such as 2026-11: November 2026. */
export function formatMonth(month: string): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(`${month}-01`).toLocaleDateString(LOCALE, options);
}

/** Formats an amount of money without changing its digits: 1,234.50 EUR. */
export function formatMoney({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}): string {
  const [whole = "", places] = amount.split(".");
  const shown = BigInt(whole).toLocaleString(LOCALE); // exact, however large
  return `${places === undefined ? shown : `${shown}${POINT}${places}`} ${currency}`;
}

const POINT =
  new Intl.NumberFormat(LOCALE).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";

/** The word for each plural category of the language; English has `one` and `other`. */
type Forms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

const RULES = new Intl.PluralRules(LOCALE);

/** The number with the right word: `count(1200, { one: "item", other: "items" })` is "1,200 items". */
export function count(value: number, forms: Forms): string {
  return `${formatNumber(value)} ${plural(value, forms)}`;
}

/** The right word without the number. */
export function plural(value: number, forms: Forms): string {
  return forms[RULES.select(value)] ?? forms.other;
}

/** Capitalizes the first word; a word with other characters, such as `labels.0.name`, is an identifier and stays. */
export function capitalize(words: string): string {
  return words.replace(/^\p{Ll}+(?!\S)/u, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

const BYTES = ["B", "kB", "MB", "GB", "TB"];

/** Formats a size in bytes in powers of 1,000: 4.2 MB. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTES.length - 1);
  const value = bytes / 1_000 ** power;
  return `${formatNumber(value, { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${BYTES[power]}`;
}

/** Formats seconds as a clock: `1:02.50`. */
export function formatClock(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const minutes = Math.floor(hundredths / 6000);
  return `${minutes}:${((hundredths % 6000) / 100).toFixed(2).padStart(5, "0")}`;
}

/** Formats a duration in hours by what fits: 0.4 s, 12 min, 1.5 h. */
export function formatHours(hours: number): string {
  const [value, unit] =
    hours >= 1 ? [hours, "h"] : hours >= 1 / 60 ? [hours * 60, "min"] : [hours * 3_600, "s"];
  return `${formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}
