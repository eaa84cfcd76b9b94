// `npm run dev`: the service, started again when a file of it changes, behind Vite, which shows a change of the
// workbench in the open page. Vite listens on PORT and hands everything that is no page to the service.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createServer } from "vite";
import { freePort } from "../server/test/free-port.ts";

/** Paths that are neither a screen nor a module of the workbench. */
const OF_THE_SERVICE =
  "^/(v1|auth|docs|openapi\\.json|certificates|\\.well-known|healthz|readyz|metrics)([/?]|$)";
const ROOT = join(import.meta.dirname, "..");
const port = Number(process.env.PORT ?? 8080);
const servicePort = await freePort();

const service = spawn(process.execPath, ["--watch", join(ROOT, "server/src/main.ts")], {
  cwd: ROOT,
  env: {
    ASSAY_BASE_URL: `http://localhost:${port}`, // links and cookies use the one port that is opened
    ...process.env,
    PORT: String(servicePort),
  },
  stdio: "inherit",
});
const vite = await createServer({
  configFile: join(ROOT, "workbench/vite.config.ts"),
  server: {
    port,
    strictPort: true,
    proxy: { [OF_THE_SERVICE]: `http://127.0.0.1:${servicePort}` },
  },
});
await vite.listen();
process.stdout.write(`Open http://localhost:${port}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    service.kill(signal);
    void vite.close();
  });
}
service.once("exit", () => void vite.close());
