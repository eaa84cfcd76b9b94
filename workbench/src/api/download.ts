import { reach } from "./reach.ts";
import { bearer } from "./session.ts";

const AGAIN_MS = 1_500;
const BUILDING = 202;

/**
 * Saves what an address of the API answers with as a file, under the name that the service gives it; waits while it
 * is still built. Throws with the API's message where there is none.
 */
export async function download(path: string): Promise<void> {
  const answer = await reach(path, { headers: { authorization: `Bearer ${await bearer()}` } });
  if (!answer.ok) throw new Error((await answer.json()).message);
  if (answer.status === BUILDING) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return download(path);
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name ?? "download";
  link.click();
  URL.revokeObjectURL(link.href);
}
