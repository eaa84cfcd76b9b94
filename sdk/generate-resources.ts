import { type Body, bodyOf, type Operation, operationsOf, type Result, resultOf } from "./operations.ts";

/** A method of a resource. */
interface Method {
  readonly resource: string;
  readonly name: string;
  readonly operation: Operation;
}

/** Operations without a generated method, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  health: "for load balancers",
  readiness: "for load balancers",
  showCertificate: "a page for people",
  putUploadContent: "uploads.fromFile sends bytes in pieces",
  appendToUpload: "uploads.fromFile uses it",
  streamEvents: "events.stream reads it",
  downloadLinkedBatch: "for the URL of exports.linkBatchDownload",
  downloadLinkedExport: "for the URL of exports.linkDownload",
  downloadLinkedVersion: "for the URL of datasets.linkVersion",
};

/** Resources that are not named like the tag of their operations. */
const RESOURCES: Readonly<Record<string, string>> = { "api keys": "keys" };

/** Methods whose name does not follow from the operation's. */
const NAMES: Readonly<Record<string, string>> = {
  getBatchQuality: "get",
  listItemAnnotations: "listOfItem",
};

/**
 * The TypeScript of `src/resources.ts`: a class for each tag of an OpenAPI document with a method for each operation.
 * A method is named like its operation without the resource's noun: `createBatch` is `batches.create`.
 */
export function generateResources(document: unknown): string {
  const methods = operationsOf(document)
    .filter(({ id }) => LEFT_OUT[id] === undefined)
    .map(methodOf);
  const resources = Map.groupBy(methods, ({ resource }) => resource);
  for (const [resource, own] of resources) assertUnique(resource, own);
  const classes = [...resources].map(([resource, own]) => classText(resource, own)).join("\n");
  return [
    'import { type Http, type QueryOf, Resource } from "./http.ts";',
    'import type { List } from "./list.ts";',
    'import type * as Api from "./schema.ts";',
    'import type { RequestOptions } from "./transport.ts";',
    "",
    "type JsonOf<Id extends keyof Api.operations> = Api.operations[Id] extends {",
    '  responses: { 200: { content: { "application/json": infer Body } } };',
    "}",
    "  ? Body",
    "  : never;",
    "",
    `${classes}\n${rootText([...resources.keys()])}`,
  ].join("\n");
}

function methodOf(operation: Operation): Method {
  return { ...nameMethod(operation), operation };
}

/** The resource and the name of an operation's method, in camel case; the Python client has the same in snake case. */
export function nameMethod({ id, tag }: Pick<Operation, "id" | "tag">): Omit<Method, "operation"> {
  const words = tag.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  const plural = words[0]?.toUpperCase() + words.slice(1);
  const singular = plural.replace(/(ch|x)es$|s$/, "$1");
  const [, verb = id, rest = ""] = /^([a-z]+)(.*)$/.exec(id) ?? [];
  const what = rest.replace(new RegExp(`${plural}|${singular}`), "");
  const name = NAMES[id] ?? (verb === "change" ? "update" : verb) + what;
  return { resource: RESOURCES[tag] ?? words, name };
}

function assertUnique(resource: string, methods: readonly Method[]): void {
  const twice = methods.find(({ name }, index) => methods.findIndex((one) => one.name === name) !== index);
  if (twice === undefined) return;
  throw new Error(`two operations would be ${resource}.${twice.name}: name ${twice.operation.id} in NAMES`);
}

function classText(resource: string, methods: readonly Method[]): string {
  const texts = methods.map(methodText).join("\n\n");
  return `/** The methods of \`client.${resource}\`. */\nexport class ${classOf(resource)} extends Resource {\n${texts}\n}\n`;
}

function classOf(resource: string): string {
  return `${resource[0]?.toUpperCase()}${resource.slice(1)}Resource`;
}

const CALLS: Readonly<Record<Result["kind"], string>> = {
  list: "list",
  json: "json",
  lines: "lines",
  text: "text",
  nothing: "nothing",
  response: "response",
};

function methodText({ name, operation }: Method): string {
  const { method, path, params, scope } = operation;
  const body = bodyOf(operation);
  const result = resultOf(operation);
  const query = queryOf(operation);
  const head = [...params.map((param) => `${camel(param)}: string`), ...argumentsOf(body, query)];
  const type = result.type === undefined ? "" : `<${result.type}>`;
  const call = [
    `method: "${method}"`,
    `path: "${path}"`,
    ...(params.length > 0 ? [`params: { ${params.map(assigned).join(", ")} }`] : []),
    ...(body === undefined ? [] : ["json: body"]),
    ...(query === undefined ? [] : ["query"]),
    "...options",
  ];
  return [
    ...docText(operation, `\`${method} ${path}\`${scope === undefined ? "" : `, scope \`${scope}\``}`),
    `  ${name}(${[...head, "options?: RequestOptions"].join(", ")}): ${returned(result)} {`,
    `    return this.http.${CALLS[result.kind]}${type}({ ${call.join(", ")} });`,
    "  }",
  ].join("\n");
}

interface Argument {
  readonly type: string;
  readonly isRequired: boolean;
}

function queryOf({ id, query }: Operation): Argument | undefined {
  if (query.length === 0) return undefined;
  return { type: `QueryOf<"${id}">`, isRequired: query.some(({ required }) => required === true) };
}

function argumentsOf(body: Body | undefined, query: Argument | undefined): string[] {
  const [first, second] = [body && { name: "body", ...body }, query && { name: "query", ...query }];
  return [first, second]
    .filter((one) => one !== undefined)
    .map(({ name, type, isRequired }) => `${name}${isRequired ? "" : "?"}: ${type}`);
}

function returned({ kind, type = "unknown" }: Result): string {
  if (kind === "list") return `List<${type}>`;
  if (kind === "lines") return `AsyncGenerator<${type}>`;
  if (kind === "json") return `Promise<${type}>`;
  return `Promise<${{ text: "string", nothing: "void", response: "Response" }[kind]}>`;
}

function docText({ summary, description }: Operation, where: string): string[] {
  const lines = [`${summary}.`, ...(description === undefined ? [] : ["", description]), "", where];
  return ["  /**", ...lines.map((line) => `   * ${line.replaceAll("*/", "*\\/")}`.trimEnd()), "   */"];
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function assigned(param: string): string {
  return camel(param) === param ? param : `${param}: ${camel(param)}`;
}

function rootText(resources: readonly string[]): string {
  return [
    "/** The resources of a client. */",
    "export class Resources extends Resource {",
    ...resources.map((name) => `  readonly ${name}: ${classOf(name)};`),
    "",
    "  constructor(http: Http) {",
    "    super(http);",
    ...resources.map((name) => `    this.${name} = new ${classOf(name)}(http);`),
    "  }",
    "}",
    "",
  ].join("\n");
}
