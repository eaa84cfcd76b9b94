import { defineConfig } from "rolldown";

/** The commands of the package in one file, which needs nothing but Node. */
export default defineConfig({
  input: "src/package.ts",
  platform: "node",
  output: { file: "dist/assay.js", format: "esm", codeSplitting: false },
});
