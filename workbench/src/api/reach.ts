import { strings } from "#strings/api.ts";

/** `fetch`, but its TypeError has a readable message when no response arrives. */
export async function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (cause) {
    throw cause instanceof TypeError ? new TypeError(strings.unreached, { cause }) : cause;
  }
}
