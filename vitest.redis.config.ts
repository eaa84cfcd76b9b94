import { defineConfig } from "vitest/config";

/** The tests that need `redis-server`, which .ci/run installs; `npm test` has none of them. */
export default defineConfig({
  test: {
    name: "redis",
    include: ["server/**/*.redis.test.ts"],
    globalSetup: ["server/test/postgres.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
