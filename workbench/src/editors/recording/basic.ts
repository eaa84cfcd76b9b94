/** The samples of a long recording, which the service keeps as one byte each. */
export interface Basic {
  readonly seconds: number;
  /** The samples of a stretch, as far as it is in the recording; undefined if they cannot be read now. */
  readonly read: (from: number, to: number) => Promise<Stretch | undefined>;
}

interface Stretch {
  /** The time of the first sample in seconds. */
  readonly from: number;
  /** μ-law; an hour has 29 million of them, which only the worker turns into numbers. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Samples per second. */
export const BASIC_RATE = 8_000;

type Fetch = (range: string) => Promise<Response | undefined>;

/** Opens them once they are made; undefined if there are none. */
export async function openBasic(get: Fetch): Promise<Basic | undefined> {
  const first = await get("bytes=0-0");
  const length = Number(/\/(\d+)$/.exec(first?.headers.get("content-range") ?? "")?.[1] ?? 0);
  if (length === 0) return undefined;
  return {
    seconds: length / BASIC_RATE,
    async read(from, to) {
      const start = Math.min(Math.max(0, Math.floor(from * BASIC_RATE)), length - 1);
      const end = Math.max(start + 1, Math.min(length, Math.ceil(to * BASIC_RATE)));
      const part = await get(`bytes=${start}-${end - 1}`);
      if (part === undefined) return undefined;
      return { from: start / BASIC_RATE, bytes: new Uint8Array(await part.arrayBuffer()) };
    },
  };
}
