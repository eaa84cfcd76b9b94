import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import { generateResources } from "./generate-resources.ts";

const HEADER = "// Made from openapi.json by `npm run fix`; changes are lost.\n\n";

/** The generated sources of the SDK by their path in `sdk/src`. `codes` are the error codes of the service. */
export async function generateSources(
  document: unknown,
  codes: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const types = await openapiTypescript(document as OpenAPI3, {
    alphabetize: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return {
    "schema.ts": HEADER + astToString(types),
    "resources.ts": HEADER + generateResources(document),
    "errors.ts": HEADER + generateErrors(codes),
  };
}

/** A subclass of ApiError for each code: `not_found` is NotFoundError. */
function generateErrors(codes: readonly string[]): string {
  const classes = codes.map((code) => ({ code, name: classOf(code) }));
  return [
    'import { ApiError } from "./api-error.ts";',
    "",
    ...classes.flatMap(({ code, name }) => [
      `/** An answer with the error \`${code}\`. */`,
      `export class ${name} extends ApiError {`,
      `  override readonly name: string = "${name}";`,
      `  override readonly code = "${code}";`,
      "}",
      "",
    ]),
    "const CLASSES: Readonly<Record<string, typeof ApiError>> = {",
    ...classes.map(({ code, name }) => `  ${code}: ${name},`),
    "};",
    "",
    "/** The error of a response with an error status, whose body may be any text. */",
    "export function errorOf(response: Response, text: string): ApiError {",
    "  let body: unknown;",
    "  try {",
    "    body = JSON.parse(text);",
    "  } catch {",
    "    body = undefined; // a proxy answered",
    "  }",
    "  const plain = new ApiError(response, body);",
    "  const { [plain.code]: Class } = CLASSES;",
    "  return Class === undefined ? plain : new Class(response, body);",
    "}",
    "",
  ].join("\n");
}

/** Error codes that end with this word keep it once. */
function classOf(code: string): string {
  const words = code.split("_").map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${words.join("").replace(/Error$/, "")}Error`;
}
