import { defineConfig } from "vitest/config";

/** The tests that need `versitygw`, an S3 server that .ci/run installs; `npm test` has none of them. */
export default defineConfig({
  test: {
    name: "s3",
    include: ["server/**/*.s3.test.ts", "cli/**/*.s3.test.ts", "workbench/test/**/*.s3.test.ts"],
    globalSetup: ["server/test/postgres.ts", "server/test/s3.ts", "workbench/test/browser.ts"],
    setupFiles: ["server/test/quick-scrypt.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
