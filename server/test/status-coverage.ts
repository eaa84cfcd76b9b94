import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject, Vitest } from "vitest/node";
import { type ApiDocument, type Operation, operationsOf } from "./operations.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The file to which tests add a line `GET /v1/projects/x 404` for each answer they saw. */
    statusLog: string | undefined;
  }
}

/** Vitest's global set-up: at the end of a full run, every status that an operation documents was seen in a test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "assay-statuses-"));
  const file = join(folder, "seen");
  project.provide("statusLog", file);
  return async () => {
    const seen = await readFile(file, "utf8").catch(() => "");
    await rm(folder, { recursive: true });
    if (!(await isFullRun(project.vitest))) return;
    const unseen = await findUnseen(seen.split("\n"));
    if (unseen.length === 0) return;
    throw new Error(`no test has seen these documented answers:\n  ${unseen.join("\n  ")}`);
  };
}

async function isFullRun(vitest: Vitest): Promise<boolean> {
  const specifications = await vitest.globTestSpecifications();
  const files = new Set(specifications.map(({ moduleId }) => moduleId));
  return vitest.config.testNamePattern === undefined && vitest.state.getPaths().length >= files.size;
}

async function findUnseen(lines: readonly string[]): Promise<string[]> {
  const document: ApiDocument = JSON.parse(
    await readFile(new URL("../../openapi.json", import.meta.url), "utf8"),
  );
  // Fewest parameters first: /v1/items/bulk is not /v1/items/{id}.
  const operations = operationsOf(document).sort((a, b) => parametersOf(a) - parametersOf(b));
  const seen = new Set(
    lines.map((line) => {
      const [method, path = "", status] = line.split(" ");
      const operation = operations.find((one) => one.method === method && patternOf(one).test(path));
      return `${operation?.operationId} ${status}`;
    }),
  );
  return operations.flatMap(({ method, path, operationId, statuses }) =>
    statuses
      .filter((status) => !seen.has(`${operationId} ${status}`))
      .map((status) => `${method} ${path} ${status}`),
  );
}

function parametersOf({ path }: Operation): number {
  return path.split("{").length;
}

function patternOf({ path }: Operation): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}/?$`);
}
