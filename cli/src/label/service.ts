import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "@assay/sdk/client.ts";
import type { Terminal } from "../command.ts";
import type { Home } from "./home.ts";

/** Whoever labels needs an address to sign in by; nothing is ever sent there. */
const EMAIL = "you@assay.localhost";
const SETUP = fileURLToPath(new URL("../../../tools/setup.js", import.meta.url));

/** A service of one's own, on this machine only. */
export interface Desk {
  readonly client: Client;
  /** An address that signs the one person in, once, and shows them a path of the workbench. */
  readonly linkTo: (path: string) => string;
  readonly stop: () => Promise<void>;
}

/** Starts the service within this process, on the data of `home`; no setting but the log's level is taken over. */
export async function startDesk({ env }: Terminal, { dataDir, memory }: Home, port: number): Promise<Desk> {
  buildWorkbench();
  const [{ readConfig }, { runService }, { entranceLink }] = await Promise.all([
    import("@assay/server/src/config.ts"),
    import("@assay/server/src/start.ts"),
    import("@assay/server/src/sign-in/entrance.ts"),
  ]);
  const { key } = memory();
  const settings = readConfig({
    PORT: String(port),
    ASSAY_DATA_DIR: dataDir,
    ASSAY_BOOTSTRAP_API_KEY: key,
    ASSAY_BOOTSTRAP_EMAIL: EMAIL,
    ASSAY_LOG_LEVEL: env.ASSAY_LOG_LEVEL || "error",
  });
  const entrance = { token: randomBytes(32).toString("base64url"), name: nameOfUser() };
  const config = { ...settings, entrance };
  const { started, stop } = runService(config, () => undefined);
  await started;
  const client = createClient({ baseUrl: config.baseUrl, apiKey: key });
  return { client, linkTo: (path) => entranceLink(config, path), stop };
}

/** As `npm start` does; what is up to date takes no time. */
function buildWorkbench(): void {
  if (!existsSync(SETUP)) return;
  const { status } = spawnSync(process.execPath, [SETUP, "--workbench"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("the workbench could not be built: see above");
}

function nameOfUser(): string {
  try {
    return userInfo().username || "You";
  } catch {
    return "You"; // a container's user may have no name
  }
}
