import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "@assay/sdk/client.ts";
import type { Terminal } from "../command.ts";
import type { Home } from "./home.ts";

/** The member needs an address to sign in; nothing is ever sent to it. */
const EMAIL = "you@assay.localhost";
const SETUP = fileURLToPath(new URL("../../../tools/setup.js", import.meta.url));

/** A service for one person on this machine only. */
export interface Desk {
  readonly client: Client;
  /** A link that signs the person in, once, and opens a path of the workbench. */
  readonly linkTo: (path: string) => string;
  readonly stop: () => Promise<void>;
}

/** Starts the service in this process with the data of `home`; of the environment only the log level applies. */
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
  return { client, linkTo: (path) => entranceLink(config, path), stop: async () => void (await stop()) };
}

/** Runs the same steps as `npm start`; steps that are up to date take no time. */
function buildWorkbench(): void {
  if (!existsSync(SETUP)) return;
  const { status } = spawnSync(process.execPath, [SETUP, "--workbench"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("the workbench could not be built: see above");
}

function nameOfUser(): string {
  try {
    return userInfo().username || "You";
  } catch {
    return "You"; // the user of a container may have no name
  }
}
