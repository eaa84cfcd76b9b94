import type { Document } from "./document.ts";
import { errorsOf, modelsOf, paramsOf } from "./models.ts";
import { resourcesOf } from "./resources.ts";

const HEADER = (what: string) =>
  `"""${what}\n\nMade from openapi.json by \`npm run fix\`; changes are lost.\n"""\n\n`;

/** The modules of the Python client that follow from an OpenAPI document, by their path in the repository. */
export function generatePython(document: unknown): Record<string, string> {
  const api = document as Document;
  return {
    "python/src/assay/models.py": HEADER("What the service sends.") + modelsOf(api),
    "python/src/assay/params.py": HEADER("What the service takes.") + paramsOf(api),
    "python/src/assay/errors.py":
      HEADER("An error class for each error code of the service.") + errorsOf(api),
    "python/src/assay/_resources.py":
      HEADER("The operations of the API.") + resourcesOf(api, { isAsync: false }),
    "python/src/assay/_async_resources.py":
      HEADER("The operations of the API, to be awaited.") + resourcesOf(api, { isAsync: true }),
  };
}
