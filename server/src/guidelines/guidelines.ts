import { allowedLabels } from "@assay/domain/allowed-labels.ts";
import { withAttributes } from "@assay/domain/attributes.ts";
import type { Fault } from "@assay/domain/errors.ts";
import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { checkFields, countObjects } from "@assay/domain/fields.ts";
import { type Label, renames } from "@assay/domain/labels.ts";
import type { AllowedLabels, AnnotationType, ItemFacts } from "@assay/domain/types/annotation-type.ts";
import { findAnnotationType } from "@assay/domain/types/registry.ts";
import type { Metadata } from "../platform/database/columns.ts";
import type { Db } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { invalidRequest } from "../platform/http/error-handler.ts";

/** One guideline version of a project, under which answers are given. It never changes. */
export interface Guidelines {
  readonly labels: readonly Label[];
  readonly allowed: AllowedLabels;
  /** The same for results of which nobody was asked, such as those of models: no attribute of their labels is required. */
  readonly allowedUnasked: AllowedLabels;
  readonly fields: readonly FieldDefinition[];
  readonly type_options: Metadata;
}

/** The project of an account, as a batch names it. */
export type ProjectOf = Pick<Row<"batches">, "account_id" | "project_id">;

const KEPT = 1_000;
const cache = new Map<string, Guidelines>();

/** A guideline version, from memory if it was read before: every submit asks for it. */
export async function getGuidelines(
  db: Db,
  { account_id, project_id }: ProjectOf,
  version: number,
): Promise<Guidelines> {
  const key = `${project_id} ${version}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const { labels, ...rest } = await db
    .selectFrom("project_versions")
    .select(["labels", "fields", "type_options"])
    .where("account_id", "=", account_id)
    .where("project_id", "=", project_id)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  const allowed = allowedLabels(labels);
  const guidelines = {
    ...{ ...rest, labels },
    allowed: withAttributes(allowed, labels, { isAsked: true }),
    allowedUnasked: withAttributes(allowed, labels, { isAsked: false }),
  };
  if (cache.size >= KEPT) cache.clear();
  cache.set(key, guidelines);
  return guidelines;
}

/**
 * The fields of every guideline version of a project. Read them before opening a stream: a query on the
 * connection of an open stream would deadlock with it.
 */
export async function readFieldsByVersion(
  db: Db,
  { account_id, project_id }: ProjectOf,
): Promise<ReadonlyMap<number, readonly FieldDefinition[]>> {
  const versions = await db
    .selectFrom("project_versions")
    .select(["version", "fields"])
    .where("account_id", "=", account_id)
    .where("project_id", "=", project_id)
    .execute();
  return new Map(versions.map(({ version, fields }) => [version, fields]));
}

/** The type of a batch, with the project's options at its creation. */
export function typeOf(batch: Pick<Row<"batches">, "canonical_type" | "policy">): AnnotationType {
  return knownType(batch.canonical_type).configured(batch.policy.type_options);
}

/** The type with that canonical name from the database, without options. */
function knownType(canonical_type: string): AnnotationType {
  const type = findAnnotationType(canonical_type);
  if (type === undefined) throw new Error(`the database names the unknown type ${canonical_type}`);
  return type;
}

interface Answer {
  readonly result: unknown;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** Every fault of an answer, with its path in the request. */
export function answerFaults(
  type: AnnotationType,
  { allowed, fields, type_options }: Guidelines,
  item: ItemFacts,
  answer: Answer,
): Fault[] {
  const under = (name: string) => (fault: Fault) => ({
    path: fault.path === "" ? name : `${name}.${fault.path}`,
    message: fault.message,
  });
  return [
    ...type.configured(type_options).validate(answer.result, item, allowed).map(under("result")),
    ...checkFields(fields, answer.fields ?? {}, {
      objects: countObjects(answer.result),
      responses: item.responses ?? [],
      response_lengths: item.response_lengths ?? null,
      messages: item.messages ?? [],
    }).map(under("fields")),
  ];
}

/** Throws `invalid_request` with the path of each fault of an answer. */
export function checkAnswer(
  type: AnnotationType,
  guidelines: Guidelines,
  item: ItemFacts,
  answer: Answer,
): void {
  const faults = answerFaults(type, guidelines, item, answer);
  if (faults.length > 0) throw invalidRequest(faults.slice(0, 20));
}

/** A result given under `older` guidelines, with its label names in `newer` ones. */
export function withPresentNames(
  type: AnnotationType,
  older: Guidelines,
  newer: Guidelines,
  result: unknown,
): unknown {
  if (older === newer) return result;
  const names = renames(older.labels, newer.labels);
  return names.size === 0 ? result : type.mapLabels(result, (name) => names.get(name) ?? name);
}

/** A result of a batch, given under its own guideline version, with its label names in `version`. */
export async function namesAs(
  db: Db,
  batch: ProjectOf & Pick<Row<"batches">, "canonical_type">,
  given: { readonly result: unknown; readonly guideline_version: number | null },
  version: number,
): Promise<unknown> {
  const { result, guideline_version } = given;
  if (result === null || guideline_version === null || guideline_version === version) return result;
  const older = await getGuidelines(db, batch, guideline_version);
  const newer = await getGuidelines(db, batch, version);
  return withPresentNames(knownType(batch.canonical_type), older, newer, result);
}
