import { cutMiddle, ServiceError } from "@assay/domain/errors.ts";
import type { MultipartFile, MultipartValue } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { Check } from "typebox/value";
import { parseJsonText, storageFault, textFault } from "../../platform/http/json.ts";
import { MetadataBody } from "../../platform/http/wire.ts";
import { LIMITS } from "../../platform/limits.ts";
import { cleanFilename } from "../formats/filename.ts";
import { mediaTypeIn, type Part, type Received, type Staging } from "../formats/part.ts";
import { asRequestFault, tooLarge } from "./limits.ts";

const MAX_FIELD_BYTES = 100_000;
const MAX_FIELDS = 20;

/** The parser's limits are above ours, because it silently truncates whatever exceeds its own. */
const limits = {
  fileSize: LIMITS.upload_request_bytes + 1,
  files: Number.POSITIVE_INFINITY,
  parts: Number.POSITIVE_INFINITY,
  fields: MAX_FIELDS,
  fieldSize: MAX_FIELD_BYTES,
};

/** A form: parts `file`, and optionally `metadata` and `project_id`. */
export async function receiveForm(request: FastifyRequest, staging: Staging): Promise<Received> {
  const parts: Part[] = [];
  const fields = new Map<string, unknown>();
  let left = LIMITS.upload_request_bytes;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        addField(fields, part);
        continue;
      }
      if (parts.length === LIMITS.upload_request_files)
        throw invalid(`a request takes at most ${LIMITS.upload_request_files} files`);
      const received = await receiveFile(part, staging, left);
      left -= received.blob.size_bytes;
      parts.push(received);
    }
  } catch (fault) {
    throw asRequestFault(fault);
  }
  if (parts.length === 0) throw invalid("the form has no part named file");
  const project_id = fields.get("project_id");
  return {
    parts,
    urls: [],
    metadata: readMetadata(fields.get("metadata")),
    project_id: project_id as string | undefined,
  };
}

async function receiveFile(part: MultipartFile, staging: Staging, left: number): Promise<Part> {
  if (part.fieldname !== "file") throw unknownPart(part.fieldname);
  const filename = cleanFilename(part.filename ?? "file");
  const blob = await staging.stage(part.file, left);
  if (part.file.truncated) throw tooLarge();
  return { filename, declared: mediaTypeIn(part.mimetype), blob };
}

function addField(fields: Map<string, unknown>, field: MultipartValue): void {
  const { fieldname, value } = field;
  if (fieldname !== "metadata" && fieldname !== "project_id") throw unknownPart(fieldname);
  if (fields.has(fieldname)) throw invalid(`the part ${fieldname} occurs twice`);
  if (field.valueTruncated) throw invalid(`the part ${fieldname} is longer than ${MAX_FIELD_BYTES} bytes`);
  const fault =
    fieldname === "project_id" && typeof value !== "string" ? "it must be text" : storageFault(value);
  if (fault !== undefined) throw invalid(`the part ${fieldname}: ${fault}`);
  fields.set(fieldname, value);
}

function readMetadata(sent: unknown): Received["metadata"] {
  if (sent === undefined) return {};
  const metadata = typeof sent === "string" ? parseMetadata(sent) : sent;
  if (Check(MetadataBody, metadata)) return metadata;
  throw invalid("metadata must be a JSON object of up to 50 keys of 40 characters, with text of up to 500");
}

function parseMetadata(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (cause) {
    throw new ServiceError("invalid_request", "the part metadata must be valid JSON without NUL", {
      cause,
    });
  }
}

function unknownPart(name: string): ServiceError {
  const shown = textFault(name) === undefined ? JSON.stringify(cutMiddle(name, 80)) : "with a broken name";
  return invalid(`there is no part ${shown}; the parts are file, metadata and project_id`);
}

function invalid(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
