import { spawn } from "node:child_process";
import { once } from "node:events";

const PATIENCE_MS = 10_000;
const MOST_CHARACTERS = 16_384;

/**
 * What `command` prints, by the system's shell. Throws a sentence if it fails, prints too much or takes longer than 10 s. No
 * message contains anything that it printed, because that may be the key.
 */
export async function runMasterKeyCommand(command: string, patienceMs = PATIENCE_MS): Promise<string> {
  const isGroup = process.platform !== "win32"; // so that what the shell started ends with it
  const child = spawn(command, { shell: true, detached: isGroup, stdio: ["ignore", "pipe", "ignore"] });
  let isLate = false;
  let text = "";
  const end = (): void => {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  };
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, patienceMs);
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    if (text.length <= MOST_CHARACTERS) text += chunk;
  });
  const [code, signal] = await once(child, "close").finally(() => clearTimeout(timer));
  if (isLate) refuse(`did not end within ${patienceMs / 1_000} s`);
  if (code !== 0) refuse(`ended with ${code === null ? signal : `code ${code}`}; run it by hand to see why`);
  if (text.trim() === "" || text.length > MOST_CHARACTERS) refuse("must print the key, and nothing else");
  return text.trim();
}

function refuse(what: string): never {
  throw new Error(`ASSAY_MASTER_KEY_COMMAND: the command ${what}`);
}
