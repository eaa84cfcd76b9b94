import { nameMethod } from "../../sdk/generate-resources.ts";
import { type Document, nameOf, type Operation, type Schema } from "./document.ts";
import { identifier, PythonTypes, pascal, snake } from "./python-types.ts";

/** A method of a resource. */
export interface Method {
  /** Such as `batches`. */
  readonly resource: string;
  /** Such as `list_files`. */
  readonly verb: string;
  /** Such as `POST`. */
  readonly method: string;
  readonly path: string;
  readonly pathArguments: readonly string[];
  readonly operation: Operation;
  readonly body: Schema | undefined;
  readonly result: Result;
}

/** What a method returns: a page by page list, a list, one of several models, text or nothing. */
export type Result =
  | { readonly kind: "pages" | "list"; readonly type: string }
  | { readonly kind: "one"; readonly types: readonly string[] }
  | { readonly kind: "text" | "nothing" };

/** Operations with bytes or streams, which src/assay does by hand, and those for browsers and load balancers. */
const BY_HAND = new Set([
  "appendToUpload",
  "downloadBatch",
  "downloadExport",
  "downloadLinkedBatch",
  "downloadLinkedExport",
  "downloadLinkedVersion",
  "getFileContent",
  "getFilePeaks",
  "getFileThumbnail",
  "getFileUpright",
  "health",
  "putUploadContent",
  "readiness",
  "showCertificate",
  "streamEvents",
]);

/** The methods of all resources, in the order of the document. */
export function methodsOf(document: Document): Method[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !BY_HAND.has(operationId))
      .map(([method, operation]) => methodOf(document, path, method.toUpperCase(), operation)),
  );
}

function methodOf(document: Document, path: string, method: string, operation: Operation): Method {
  const { operationId: id, tags: [tag = ""] = [] } = operation;
  const { resource, name } = nameMethod({ id, tag });
  const reference = operation.requestBody?.content["application/json"]?.schema?.$ref;
  return {
    resource: snake(resource),
    verb: identifier(snake(name)),
    method,
    path,
    pathArguments: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
      name === "id" ? `${firstNoun(path)}_id` : name,
    ),
    operation,
    body: reference === undefined ? undefined : document.components.schemas[nameOf(reference)],
    result: resultOf(operation, new PythonTypes({ isSent: false, prefix: "models." })),
  };
}

/** `batch` of `/v1/batches/{id}/files`. */
function firstNoun(path: string): string {
  const plural = path.replace(/^\/v1/, "").split("/")[1] ?? "";
  return plural.replaceAll("-", "_").replace(/(?<=batch)es$|(?<!s)s$/, "");
}

/** The name of the class of an object that a response describes in place. */
export function inlineName(operationId: string): string {
  return pascal(operationId.replace(/^list/, "")).replace(/(?<=^\w+)s$/, (end) =>
    operationId.startsWith("list") ? "" : end,
  );
}

function resultOf({ operationId, responses }: Operation, types: PythonTypes): Result {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const contents = successes.map(([, { content = {} }]) => content);
  const schemas = contents.flatMap((content) => content["application/json"]?.schema ?? []);
  const [first] = schemas;
  if (first === undefined) return { kind: contents.some(hasText) ? "text" : "nothing" };
  const name = inlineName(operationId);
  const entry = first.properties?.data?.items;
  if (entry !== undefined) {
    return { kind: first.properties?.has_more === undefined ? "list" : "pages", type: types.of(entry, name) };
  }
  return { kind: "one", types: [...new Set(schemas.map((schema) => types.of(schema, name)))] };
}

function hasText(content: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(content).length > 0;
}
