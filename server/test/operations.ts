import { newId } from "../src/platform/ids.ts";

/** A schema, as far as tests look at it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly examples?: readonly unknown[];
}

/** The parts of the OpenAPI document that tests look at. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DocumentedOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly "x-scope"?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface Operation extends DocumentedOperation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** The media types that its body may have. */
  readonly media: readonly string[];
  readonly statuses: readonly number[];
}

/** Every operation in the document. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase() as Operation["method"],
      media: Object.keys(operation.requestBody?.content ?? {}),
      statuses: Object.keys(operation.responses).map(Number),
    })),
  );
}

/** The URL of an operation, with ids that `idOf` returns for the folders before them, such as `batches`. */
export function urlOf({ path }: { readonly path: string }, idOf: (collection: string) => string): string {
  return path.replace(/([a-z-]+)\/\{\w+\}/g, (_, collection: string) => `${collection}/${idOf(collection)}`);
}

const KINDS = {
  "api-keys": "key",
  bulk: "job",
  members: "member",
  projects: "project",
  uploads: "upload",
  sources: "source",
  models: "model",
  runs: "run",
  "model-requests": "model_request",
  files: "file",
  batches: "batch",
  certificates: "certificate",
  items: "item",
  tasks: "task",
  exports: "export",
  datasets: "dataset",
  webhooks: "webhook",
  events: "event",
  deliveries: "delivery",
  comments: "comment",
} as const;

/** An id with the collection's form that does not exist. */
export function unknownId(collection: string): string {
  if (collection === "versions") return "999999"; // numbers, within a dataset
  if (collection === "rates") return "2099-12-31"; // days, of a member
  const kind = Object.entries(KINDS).find(([name]) => name === collection)?.[1];
  if (kind === undefined) throw new Error(`add the id kind of ${collection} to server/test/operations.ts`);
  return newId(kind);
}

/** A body that passes the operation's schema: its example, otherwise the smallest one. */
export function bodyOf(document: ApiDocument, { requestBody }: Operation): unknown {
  const content = requestBody?.content["application/json"];
  return content && (content.example ?? sample(document, content.schema));
}

function sample(document: ApiDocument, schema: Schema): unknown {
  const { $ref, anyOf, examples } = schema;
  if ($ref !== undefined)
    return sample(document, document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {});
  if (anyOf?.[0] !== undefined) return sample(document, anyOf[0]);
  if (schema.const !== undefined) return schema.const;
  const [given] = [...(examples ?? []), ...(schema.enum ?? [])];
  if (given !== undefined) return given;
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sample(document, schema.properties?.[name] ?? {})]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(document, schema.items ?? {}));
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    default:
      return "x";
  }
}
