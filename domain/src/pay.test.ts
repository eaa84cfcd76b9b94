import fc from "fast-check";
import { expect, test } from "vitest";
import { hoursOf, isCurrency, PAY_UNITS, payFor, sayRate, totalsOf } from "./pay.ts";

const NOTHING = { active_ms: 0, answers: 0, accepted: 0 };

test.each([
  ["an hour of 15.50", { unit: "hour", amount: "15.5", currency: "EUR" }, { active_ms: 3_600_000 }, "15.50"],
  ["20 minutes at 10", { unit: "hour", amount: "10", currency: "USD" }, { active_ms: 1_200_000 }, "3.33"],
  ["half a cent, up", { unit: "answer", amount: "0.005", currency: "EUR" }, { answers: 1 }, "0.01"],
  ["less than half, down", { unit: "answer", amount: "0.004999", currency: "EUR" }, { answers: 1 }, "0.00"],
  [
    "a sum of cents without floats",
    { unit: "answer", amount: "0.1", currency: "EUR" },
    { answers: 3 },
    "0.30",
  ],
  ["yen, without places", { unit: "answer", amount: "12.5", currency: "JPY" }, { answers: 3 }, "38"],
  ["dinars, with three", { unit: "answer", amount: "0.0125", currency: "KWD" }, { answers: 3 }, "0.038"],
  [
    "accepted answers only",
    { unit: "accepted_answer", amount: "2", currency: "EUR" },
    { answers: 9, accepted: 4 },
    "8.00",
  ],
  [
    "more than a float can count",
    { unit: "answer", amount: "999999999.999999", currency: "EUR" },
    { answers: 9_007_199 },
    "9007198999999990.99",
  ],
] as const)("%s is exact", (_, rate, work, amount) => {
  expect(payFor(rate, { ...NOTHING, ...work })).toEqual({ currency: rate.currency, amount });
});

const rates = fc.record({
  unit: fc.constantFrom(...PAY_UNITS),
  micros: fc.integer({ min: 0, max: 10 ** 12 }),
  currency: fc.constantFrom("EUR", "JPY", "KWD"),
});
const PLACES = { EUR: 2, JPY: 0, KWD: 3 } as const;

test("the amount is the nearest one that can be paid", () => {
  const works = fc.integer({ min: 0, max: 10 ** 9 });
  fc.assert(
    fc.property(rates, works, ({ unit, micros, currency }, units) => {
      const digits = String(micros).padStart(7, "0");
      const amount = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
      const paid = payFor({ unit, amount, currency }, { active_ms: units, answers: units, accepted: units });
      const [per, scale] = [unit === "hour" ? 3_600_000n : 1n, 10n ** BigInt(PLACES[currency])];
      // both sides of |paid − rate × units| ≤ ½ minor unit, times every denominator
      const difference =
        BigInt(paid.amount.replace(".", "")) * 1_000_000n * per - BigInt(micros) * BigInt(units) * scale;
      expect(2n * (difference < 0n ? -difference : difference) <= 1_000_000n * per).toBe(true);
    }),
  );
});

test("totals are the sums of what the lines say, by currency", () => {
  const lines = fc.array(
    fc.record({ currency: fc.constantFrom("EUR", "JPY"), units: fc.integer({ min: 0, max: 10 ** 9 }) }),
  );
  fc.assert(
    fc.property(lines, (drawn) => {
      const amounts = drawn.map(({ currency, units }) => ({
        currency,
        amount:
          currency === "JPY"
            ? String(units)
            : `${Math.floor(units / 100)}.${String(units % 100).padStart(2, "0")}`,
      }));
      const sumOf = (code: string) =>
        drawn.reduce((sum, { currency, units }) => (currency === code ? sum + units : sum), 0);
      expect(
        totalsOf(amounts).map(({ currency, amount }) => [currency, Number(amount.replace(".", ""))]),
      ).toEqual(
        ["EUR", "JPY"]
          .filter((code) => drawn.some(({ currency }) => currency === code))
          .map((code) => [code, sumOf(code)]),
      );
    }),
  );
});

test("rates and hours are shown as decimals", () => {
  expect(sayRate({ amount: "15.500000", currency: "EUR" })).toBe("15.50");
  expect(sayRate({ amount: "0.035000", currency: "EUR" })).toBe("0.035");
  expect(sayRate({ amount: "12.000000", currency: "JPY" })).toBe("12");
  expect(hoursOf(0)).toBe("0.0000");
  expect(hoursOf(5_400_000)).toBe("1.5000");
  expect(hoursOf(180)).toBe("0.0001");
});

test("a currency has a code of ISO 4217", () => {
  expect(["EUR", "USD", "INR", "KES", "PHP"].every(isCurrency)).toBe(true);
  expect(["EURO", "eur", "ZZZ", ""].some(isCurrency)).toBe(false);
});
