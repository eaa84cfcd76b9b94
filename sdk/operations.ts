/** What the generator reads of an OpenAPI document. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

interface Described {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly "x-scope"?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** One operation of the API. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly scope: string | undefined;
  /** The names of the parameters in the path, in its order. */
  readonly params: readonly string[];
  readonly query: readonly Parameter[];
  readonly requestBody: Described["requestBody"];
  readonly responses: Described["responses"];
}

/** The operations of an OpenAPI document, in its order. Throws if one has no operationId, tag or summary. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = document as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { operationId: id, tags: [tag] = [], summary, parameters = [] } = described;
      if (id === undefined || tag === undefined || summary === undefined) {
        throw new Error(`${method} ${path} has no operationId, tag or summary`);
      }
      const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      const query = parameters.filter((parameter) => parameter.in === "query");
      const { description, requestBody, responses, "x-scope": scope } = described;
      const words = { summary, description, scope };
      return { id, tag, method: method.toUpperCase(), path, params, query, requestBody, responses, ...words };
    }),
  );
}

export interface Body {
  readonly type: string;
  readonly isRequired: boolean;
}

/** The JSON body of an operation as a TypeScript type. */
export function bodyOf({ id, requestBody }: Operation): Body | undefined {
  const schema = requestBody?.content["application/json"]?.schema;
  if (requestBody === undefined || schema === undefined) return undefined;
  const type = nameOf(schema);
  if (type === undefined) throw new Error(`the body of ${id} has no title`);
  return { type, isRequired: requestBody.required === true };
}

/** What a method returns: the kind of its body, and the type of JSON, of one line or of an entry of a list. */
export interface Result {
  readonly kind: "json" | "list" | "lines" | "text" | "nothing" | "response";
  readonly type?: string;
}

/** The result of an operation as a TypeScript type. */
export function resultOf({ id, responses }: Operation): Result {
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content = {} }]) => content);
  const mediaTypes = new Set(contents.flatMap(Object.keys));
  const [only] = mediaTypes;
  if (only === undefined) return { kind: "nothing" };
  if (mediaTypes.size === 1 && only === "application/x-ndjson")
    return { kind: "lines", type: "Record<string, unknown>" };
  if (mediaTypes.size === 1 && only.startsWith("text/")) return { kind: "text" };
  const json = contents
    .map((content) => content["application/json"]?.schema)
    .filter((one) => one !== undefined);
  const names = [...new Set(json.map(nameOf).filter((name) => name !== undefined))];
  if (only !== "application/json" || mediaTypes.size > 2 || json.length !== contents.length)
    return { kind: "response" };
  const [schema] = json;
  if (schema?.properties?.has_more !== undefined) {
    return {
      kind: "list",
      type: nameOf(schema.properties.data?.items ?? {}) ?? `JsonOf<"${id}">["data"][number]`,
    };
  }
  return { kind: "json", type: names.length > 0 ? names.join(" | ") : `JsonOf<"${id}">` };
}

/** Its name in the namespace import `Api`. */
function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.replace("#/components/schemas/", "Api.");
}
