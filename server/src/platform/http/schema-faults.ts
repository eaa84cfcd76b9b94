import type { Fault } from "@assay/domain/errors.ts";
import { RATE_AMOUNT } from "@assay/domain/pay.ts";
import type { FastifyError, FastifySchemaValidationError } from "fastify";
import { HEADER_SECRET } from "./wire.ts";

const BRANCHES: readonly string[] = ["anyOf", "oneOf", "if"];
/** At most this many of Ajv's errors are read: each is compared with the others to phrase it. */
const MOST_READ = 50;
const MOST = 20;

/**
 * The faults that a request's schema found, as whole sentences that name the field, without Ajv's own
 * wording. Reads the first 50 errors and returns at most 20 faults.
 */
export function schemaFaults({ validation = [], validationContext }: FastifyError): Fault[] {
  const errors = validation
    .slice(0, MOST_READ)
    .filter((error) => !BRANCHES.includes(error.keyword) && !("propertyName" in error));
  const telling = errors.filter((error) => error.keyword !== "type" || !isToldBetter(error, errors));
  const where = validationContext === "querystring" ? "query parameter " : "";
  const faults = telling.map((error) => toFault(error, errors, where));
  const distinct = new Map(faults.map((fault) => [fault.message, fault]));
  if (distinct.size > 0) return [...distinct.values()].slice(0, MOST);
  return [{ path: "", message: "the request matches none of the allowed forms" }];
}

/** Whether another error at the same path, or below it, is more specific than a wrong type. */
function isToldBetter(
  { instancePath }: FastifySchemaValidationError,
  errors: readonly FastifySchemaValidationError[],
): boolean {
  return errors.some(
    (other) =>
      other.keyword !== "type" &&
      (other.instancePath === instancePath || other.instancePath.startsWith(`${instancePath}/`)),
  );
}

function toFault(
  error: FastifySchemaValidationError,
  errors: readonly FastifySchemaValidationError[],
  where: string,
): Fault {
  const { instancePath, keyword, params } = error;
  const path = instancePath.slice(1).replaceAll("/", ".");
  const inside = (name: unknown): string => (path === "" ? String(name) : `${path}.${String(name)}`);
  if (keyword === "required") {
    const field = inside(params.missingProperty);
    return { path: field, message: `Missing required field: ${field}` };
  }
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") {
    const field = inside(params.additionalProperty ?? params.unevaluatedProperty);
    return { path: field, message: `Unknown field: ${field}` };
  }
  const words = keyword === "type" ? typesAt(instancePath, errors) : (WORDS[keyword]?.(params) ?? "is wrong");
  return { path, message: path === "" ? `the body ${words}` : `${where}${path} ${words}` };
}

function typesAt(path: string, errors: readonly FastifySchemaValidationError[]): string {
  const types = errors
    .filter(({ keyword, instancePath }) => keyword === "type" && instancePath === path)
    .flatMap(({ params }) => [params.type].flat().map(String));
  const names = [...new Set(types)].map((type) => {
    if (type === "boolean") return "true or false";
    return type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
  });
  return `must be ${names.join(" or ")}`;
}

type Params = FastifySchemaValidationError["params"];

/** What a keyword of a schema asks of a value, such as `must be one of a, b`; undefined for keywords about whole objects. */
export function saidBy(keyword: string, params: Params): string | undefined {
  return WORDS[keyword]?.(params);
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "a time with an offset, such as 2026-11-21T03:00:00Z",
  email: "an e-mail address",
  uri: "an absolute URL",
};

/** What people type into forms: they read no regular expressions. */
const PATTERNS: Readonly<Record<string, string>> = {
  [HEADER_SECRET]: "must be letters, digits and signs of ASCII, without spaces and line ends",
  [RATE_AMOUNT]: "must be a decimal with at most 9 digits before the point and 6 after it, such as 15.50",
};

const WORDS: Readonly<Record<string, (params: Params) => string>> = {
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().map(String).join(", ")}`,
  const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
  format: ({ format }) => `must be ${FORMATS[String(format)] ?? `a ${String(format)}`}`,
  pattern: ({ pattern }) => PATTERNS[String(pattern)] ?? `must match ${String(pattern)}`,
  uniqueItems: () => "must not contain duplicates",
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  minLength: ({ limit }) =>
    limit === 1 ? "must not be empty" : `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  minItems: ({ limit }) =>
    limit === 1 ? "must not be empty" : `must have at least ${String(limit)} entries`,
  maxItems: ({ limit }) => `must have at most ${String(limit)} entries`,
  minProperties: ({ limit }) => `must have at least ${String(limit)} fields`,
  maxProperties: ({ limit }) => `must have at most ${String(limit)} fields`,
  propertyNames: ({ propertyName }) => `has an invalid key: ${JSON.stringify(propertyName)}`,
};
