import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// A process of the service, of which tests start some fifteen beside those of npm start, begins with half the computing.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node");

/** The first two have a vitest.*.config.ts. `.ci/run` runs the server's tests behind PgBouncer, and the third with them. */
const elsewhere = ["**/*.redis.test.ts", "**/*.s3.test.ts", "**/*.pgbouncer.test.ts"].slice(
  0,
  process.env.TEST_POOLER_URL ? 2 : 3,
);

/** `TEST_STORAGE=s3` stores the files of all tested services in an S3 server, which needs `versitygw` (see .ci/run). */
const store = process.env.TEST_STORAGE === "s3" ? ["server/test/s3.ts"] : [];

/**
 * Node runs our TypeScript as it stands and keeps it compiled. Vite's own runner took a third more computing for the server's
 * tests: 28 s instead of 21.6 s for nine files (2026-11-26), and more for those of the browser: 18.5 s instead of 10.3 s for
 * the one of `slices.browser.test.ts` (2026-11-27). The workbench's own files need it for JSX.
 */
const native = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    maxWorkers: availableParallelism() * 2, // much of a test is waiting for the database, a browser or a saved draft
    projects: [
      {
        test: {
          name: "domain",
          isolate: false,
          experimental: native,
          include: ["domain/**/*.test.ts"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "server",
          include: ["server/**/*.test.ts", "sdk/**/*.test.ts", "cli/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...elsewhere],
          globalSetup: [
            "server/test/postgres.ts",
            "server/test/status-coverage.ts",
            "server/test/account-coverage.ts",
            ...store,
          ],
          setupFiles: ["server/test/quick-scrypt.ts"],
          isolate: false,
          experimental: native,
          testTimeout: 90_000, // the slowest takes 18 seconds beside three others on two cores, and twice as long behind PgBouncer
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "workbench",
          isolate: false,
          include: ["workbench/src/**/*.test.ts"],
          testTimeout: 20_000, // 300 networks are cut in a second, and once took more than five beside three others
        },
      },
      {
        test: {
          name: "browser",
          include: ["workbench/test/**/*.browser.test.ts"],
          globalSetup: ["server/test/postgres.ts", "workbench/test/browser.ts"],
          setupFiles: ["server/test/quick-scrypt.ts"],
          isolate: false,
          experimental: native,
          testTimeout: 240_000, // what a test waits for has ten seconds; a story of many screens took 88 beside other work
          expect: { poll: { timeout: 10_000 } }, // the page computes what is polled: its usual second is short beside other tests
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["server/test/postgres.ts", ...store],
          experimental: native,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
