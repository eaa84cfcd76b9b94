import { cutMiddle, ServiceError } from "@assay/domain/errors.ts";

/** Of a file's stored name, in UTF-8. */
export const MAX_NAME_BYTES = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * A file's stored name: in NFC, at most 255 bytes of UTF-8. It is a label and never opened as a path here,
 * but it goes into archives that others unpack, so it must be a relative path without `.` and `..`. Throws
 * `invalid_request`.
 */
export function cleanFilename(sent: string): string {
  const name = sent.normalize("NFC");
  const fault = filenameFault(name);
  if (fault !== undefined) throw new ServiceError("invalid_request", `the file name ${shown(name)} ${fault}`);
  return name;
}

/** The name after the last slash or backslash, for senders that give a whole path. */
export function basename(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? "";
}

function filenameFault(name: string): string | undefined {
  if (!name.isWellFormed()) return "is not Unicode";
  if (CONTROL.test(name)) return "contains a control character";
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `is longer than ${MAX_NAME_BYTES} bytes`;
  const isPath = name.includes("\\") || /^[a-z]:/i.test(name);
  const steps = name.split("/");
  if (isPath || steps.some((step) => step === "" || step === "." || step === "..")) {
    return "must be a name or a relative path with slashes, without . and ..";
  }
  return undefined;
}

/** The name for an error message: short, in quotes, and printable. */
function shown(name: string): string {
  return JSON.stringify(cutMiddle(name.toWellFormed(), 80));
}
