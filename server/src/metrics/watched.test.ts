import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import { createMetrics } from "./metrics.ts";

const service = await startService();
const DEPLOY = new URL("../../../deploy/", import.meta.url);

/** The series of the service, by the names that queries use. */
async function seriesNames(): Promise<Set<string>> {
  const text = await createMetrics(service.deps).text();
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const names = types.flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set([...names, "up"]); // Prometheus adds `up` to each process that it scrapes
}

/** The names of series in a query: what is neither a function, a label, a text nor a variable. */
function namesIn(query: string): string[] {
  const bare = query
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\bby \([^)]*\)/g, "");
  return [...bare.matchAll(/\b[a-z]\w*\b(?!\s*\()/g)].map(([name]) => name).filter((name) => name !== "by");
}

test("the names in a query are those of its series", () => {
  const query = 'sum by (le) (rate(a_bucket{route="/v1/x"}[5m])) / max(b) > 0.01';
  expect(namesIn(query)).toEqual(["a_bucket", "b"]);
});

test("the alert rules use only metrics that exist", async () => {
  const rules = await readFile(new URL("prometheus/alerts.yaml", DEPLOY), "utf8");
  const queries = [...rules.matchAll(/expr: (?:>-\n([\s\S]*?)|(.*))\n\s+(?:for|labels):/g)].map(
    ([, folded, plain]) => folded ?? plain ?? "",
  );
  expect(queries).toHaveLength(rules.match(/- alert:/g)?.length ?? 0);

  const exist = await seriesNames();
  for (const query of queries) expect([...exist]).toEqual(expect.arrayContaining(namesIn(query)));
});

test("the dashboard shows only metrics that exist, and all of the service's own", async () => {
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    await readFile(new URL("grafana/assay.json", DEPLOY), "utf8"),
  );
  const shown = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));

  const exist = await seriesNames();
  expect([...exist]).toEqual(expect.arrayContaining(shown));
  const own = [...exist].filter((name) => !/^(process|nodejs)_|_(sum|bucket|count)$|^up$/.test(name));
  expect(shown).toEqual(expect.arrayContaining(own));
});
