import { findLevel, LEVEL_NAMES } from "@assay/domain/certification/levels.ts";
import { boundedPolicy, type QualityPolicy, resolvePolicy } from "@assay/domain/certification/policy.ts";
import { type Fault, ServiceError } from "@assay/domain/errors.ts";
import { checkFieldDefinitions, type FieldDefinition } from "@assay/domain/field-definition.ts";
import type { Format } from "@assay/domain/formats/format.ts";
import { findFormat, formatsFor } from "@assay/domain/formats/registry.ts";
import { checkLabels, type Label, type LabelInput } from "@assay/domain/labels.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { ANNOTATION_TYPES, findAnnotationType } from "@assay/domain/types/registry.ts";
import type { Config } from "../config.ts";
import type { Metadata } from "../platform/database/columns.ts";
import { invalidRequest } from "../platform/http/error-handler.ts";
import type { ChangeProject } from "./schemas.ts";

interface Named {
  readonly annotation_type: string;
  readonly export_format: string;
  readonly quality_level: string;
  readonly quality_policy: QualityPolicy;
  readonly type_options: Metadata;
}

/**
 * Resolves the names in a project's settings. Throws one `invalid_request` that names every unknown one with
 * the allowed values, a format that cannot carry the type, unknown options of the type, and a policy that
 * level or type does not allow.
 */
export function resolveSettings(named: Named) {
  const { annotation_type, export_format, quality_level, quality_policy, type_options } = named;
  const type = getAnnotationType(annotation_type);
  const format = findFormat(export_format);
  const level = findLevel(quality_level);
  const faults: Fault[] = [];
  if (format === undefined || !format.types.includes(type.name))
    faults.push(formatFault(type, export_format));
  if (level === undefined) {
    faults.push({ path: "quality_level", message: `must be one of ${LEVEL_NAMES.join(", ")}` });
  }
  if (faults.length > 0 || format === undefined || level === undefined) throw invalidRequest(faults);
  const optionFaults = under("type_options", type.optionFaults(type_options));
  if (optionFaults.length > 0) throw invalidRequest(optionFaults);
  const policy = resolvePolicy(level.name, type.configured(type_options), quality_policy);
  return { type, format, level, policy };
}

/** Refuses a policy that waits for a public beacon on an installation without one. */
export function assertBeacon({ beacon }: Pick<Config, "beacon">, policy: QualityPolicy | undefined): void {
  if (policy?.challenge !== "beacon" || beacon !== undefined) return;
  const message =
    "must be log or nonce (got beacon): this installation has no beacon (ASSAY_BEACON_URL is not set)";
  throw invalidRequest([{ path: "quality_policy.challenge", message }]);
}

/** Settings that are stored already, with thresholds that are looser than allowed now replaced by the loosest allowed. */
export function boundedSettings<S extends Named>(stored: S): S {
  const type = getAnnotationType(stored.annotation_type).configured(stored.type_options);
  return { ...stored, quality_policy: boundedPolicy(type, stored.quality_policy) };
}

/** The type with that name or alias; throws `invalid_request` that lists the canonical names. */
export function getAnnotationType(name: string): AnnotationType {
  const type = findAnnotationType(name);
  if (type !== undefined) return type;
  const names = ANNOTATION_TYPES.map((known) => known.name).join(", ");
  throw invalidRequest([{ path: "annotation_type", message: `must be one of ${names}` }]);
}

/** The format with that name or alias; throws `invalid_request` where it does not exist or cannot carry the type. */
export function getFormat(name: string, type: AnnotationType): Format {
  const format = findFormat(name);
  if (format?.types.includes(type.name)) return format;
  throw invalidRequest([{ ...formatFault(type, name), path: "format" }]);
}

/** Throws if labels, fields, scored fields or the type's options are invalid. */
export function checkGuidelines(
  type: AnnotationType,
  before: { readonly labels: readonly Label[]; readonly fields: readonly FieldDefinition[] },
  { labels, fields, type_options, quality_policy }: ChangeProject,
): void {
  const faults = [
    ...under("type_options", type_options === undefined ? [] : type.optionFaults(type_options)),
    ...under("labels", labels === undefined ? [] : checkLabels(before.labels, labels, type.name)),
    ...under("fields", fields === undefined ? [] : checkFieldDefinitions(fields)),
    ...scoredFaults(quality_policy?.scored_fields ?? [], fields ?? before.fields),
  ];
  if (faults.length > 0) throw invalidRequest(faults.slice(0, 20));
}

function scoredFaults(scored: readonly string[], fields: readonly FieldDefinition[]): Fault[] {
  return scored.flatMap((name, index) =>
    fields.some((field) => field.name === name)
      ? []
      : [
          {
            path: `quality_policy.scored_fields.${index}`,
            message: `"${name}" is not a field of the project`,
          },
        ],
  );
}

function formatFault(type: AnnotationType, sent: string): Fault {
  const names = formatsFor(type.name)
    .map((format) => format.name)
    .join(", ");
  return { path: "export_format", message: `must be one of ${names} for ${type.name}, not "${sent}"` };
}

function under(path: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ path: `${path}.${fault.path}`, message: fault.message }));
}

/**
 * Throws `invalid_request` if a list omits labels that answers may use: `after` has all labels of the
 * project, the omitted ones last. A request retires a label only by naming it.
 */
export function assertLabelsNamed(
  before: { readonly labels: readonly Label[]; readonly batch_count: number },
  sent: readonly LabelInput[],
  after: readonly Label[],
): void {
  const inUse = new Set(before.labels.flatMap(({ id, retired }) => (retired ? [] : [id])));
  const leftOut = after.slice(sent.length).filter(({ id }) => inUse.has(id));
  if (before.batch_count === 0 || leftOut.length === 0) return;
  const names = leftOut.slice(0, 20).map(({ name }) => JSON.stringify(name));
  const more = leftOut.length > 20 ? ` and ${leftOut.length - 20} more` : "";
  throw new ServiceError(
    "invalid_request",
    `labels: ${names.join(", ")}${more} must not be left out, since answers may use it; send "retired": true to retire it`,
  );
}

/** Throws `invalid_request` if answers under the options `before` may not fit those that are sent. */
export function assertOptionsFit(type: AnnotationType, before: Metadata, sent: Metadata): void {
  const faults = under("type_options", type.optionChangeFaults(before, sent));
  if (faults.length > 0) throw invalidRequest(faults);
}
