import { isUtf8 } from "node:buffer";
import { ServiceError } from "@assay/domain/errors.ts";
import { isConversation, itemFault, itemOf, toLine } from "./jsonl.ts";
import { type Line, MAX_CONVERSATION_BYTES, MAX_LINE_BYTES, type OnLineFault, refuseLine } from "./line.ts";

const MiB = 1024 * 1024;
/** An array is parsed as a whole. */
export const MAX_ARRAY_BYTES = 16 * MiB;

/**
 * The items of a JSON array of objects, each with the fields of a JSONL line, numbered from 1. Faulty
 * objects, `object 17 of the array: …`, go to `onFault`. Throws `invalid_request` if it is not an array.
 */
export function readArray(bytes: Buffer, onFault: OnLineFault = refuseLine): Line[] {
  const objects = parse(bytes);
  return objects.flatMap((object, index) => {
    const { value, fault: ofChat } = itemOf(object);
    const fault = ofChat ?? itemFault(value) ?? lengthFault(value);
    if (fault === undefined) return toLine(index + 1, value);
    onFault(index + 1, invalid(`object ${index + 1} of the array: ${fault}`));
    return [];
  });
}

function parse(bytes: Buffer): readonly unknown[] {
  const text = decoded(bytes);
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch (cause) {
    throw invalid("the array is not valid JSON", cause);
  }
  throw invalid("the file must hold an array of objects");
}

/** The text of a file that is parsed as a whole, without a byte order mark. Throws `invalid_request` if it is not UTF-8. */
export function decoded(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalid("the file is not UTF-8");
  return bytes.toString("utf8").replace(/^\ufeff/, "");
}

/** The fault of an object that would be too long as a line. */
export function lengthFault(value: unknown): string | undefined {
  const most = isConversation(value) ? MAX_CONVERSATION_BYTES : MAX_LINE_BYTES;
  const isLonger = Buffer.byteLength(JSON.stringify(value)) > most;
  return isLonger ? `it is longer than ${most / MAX_LINE_BYTES} MiB` : undefined;
}

/** A refusal of a file or of an object in it. */
export function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError("invalid_request", message, { cause });
}
