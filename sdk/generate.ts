import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";

const HEADER = "// Made from openapi.json by `npm run fix`; changes are lost.\n\n";

/** The TypeScript types of an OpenAPI document, as the text of `src/schema.ts`. */
export async function generateTypes(document: unknown): Promise<string> {
  return HEADER + astToString(await openapiTypescript(document as OpenAPI3, { alphabetize: true }));
}
