import {
  concatenated,
  fromBase64,
  isSameBytes,
  LogFault,
  type Sha256,
  toBase64,
  toHex,
  utf8,
} from "./bytes.ts";

/** A key that signs notes with Ed25519. */
export interface NoteKey {
  readonly name: string;
  /** 32 bytes. Source: RFC 8032. */
  readonly publicKey: Uint8Array;
}

export interface NoteSignature {
  readonly name: string;
  /** 4 bytes. */
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

/** A text with its signatures, not yet verified. */
export interface SignedNote {
  /** Ends with a line end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** The type byte of Ed25519 signatures. */
const ED25519 = Uint8Array.of(1);
/** The limit that verifiers apply; a checkpoint has about 200 bytes. */
const MAX_LENGTH = 100_000;

/** Source: c2sp.org/signed-note, "Signatures". */
export function keyIdOf(sha256: Sha256, { name, publicKey }: NoteKey): Uint8Array {
  return sha256(concatenated(utf8(`${name}\n`), ED25519, publicKey)).subarray(0, 4);
}

/** The key as Go's golang.org/x/mod/sumdb/note reads it: `NAME+KEY ID+BASE64`. */
export function verifierKey(sha256: Sha256, key: NoteKey): string {
  const id = toHex(keyIdOf(sha256, key));
  return `${key.name}+${id}+${toBase64(concatenated(ED25519, key.publicKey))}`;
}

/** Reads what `verifierKey` writes. Throws `LogFault`. */
export function readVerifierKey(sha256: Sha256, text: string): NoteKey {
  const [, name = "", , encoded = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.length !== 33 || bytes[0] !== ED25519[0]) {
    throw new LogFault("the key must be NAME+KEY ID+BASE64 of an Ed25519 key, as the log publishes it");
  }
  const key = { name, publicKey: bytes.subarray(1) };
  if (verifierKey(sha256, key) !== text) throw new LogFault("the key's id does not fit its name and bytes");
  return key;
}

/** Source: c2sp.org/signed-note, "Format". `text` ends with a line end. */
export function noteOf({ text, signatures }: SignedNote): string {
  const lines = signatures.map(
    ({ name, keyId, signature }) => `— ${name} ${toBase64(concatenated(keyId, signature))}\n`,
  );
  return `${text}\n${lines.join("")}`;
}

/** Splits a note into its text and signatures. Throws `LogFault`. */
function readNote(note: string): SignedNote {
  if (note.length > MAX_LENGTH) throw new LogFault(`the note has more than ${MAX_LENGTH} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: notes must not contain them
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note)) throw new LogFault("the note contains a control character");
  const end = note.lastIndexOf("\n\n");
  if (end < 0) throw new LogFault("the note has no empty line before its signatures");
  const lines = note.slice(end + 2).split("\n");
  if (lines.pop() !== "" || lines.length === 0)
    throw new LogFault("the note does not end with a signature line");
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignature) };
}

function readSignature(line: string): NoteSignature {
  const [, name = "", encoded = ""] = /^— ([^+\s]+) (\S+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (name === "" || bytes === undefined || bytes.length < 5) {
    throw new LogFault("a signature line of the note must be — NAME BASE64");
  }
  return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

/** Whether `signature` over `text` is that of `publicKey`, by Ed25519. */
export type IsSigned = (publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array) => boolean;

/** The text of a note that `key` signed; signatures of other keys are ignored. Throws `LogFault`. */
export function openNote(sha256: Sha256, isSigned: IsSigned, note: string, key: NoteKey): string {
  const { text, signatures } = readNote(note);
  const id = keyIdOf(sha256, key);
  const own = signatures.filter(({ name, keyId }) => name === key.name && isSameBytes(keyId, id));
  if (own.length === 0) throw new LogFault(`the note is not signed with the key ${key.name}+${toHex(id)}`);
  if (!own.every(({ signature }) => isSigned(key.publicKey, utf8(text), signature))) {
    throw new LogFault(`the signature of ${key.name} does not fit the note`);
  }
  return text;
}
