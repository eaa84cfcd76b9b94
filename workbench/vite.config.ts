import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The languages of `src/strings`. */
const LANGUAGES = ["en"];

/**
 * Leaves out React Aria's texts in languages that the workbench does not have: 3 KB of the shell, gzipped. React Aria shows the texts
 * of `en-US` instead, as with @react-aria/optimize-locales-plugin.
 */
const ownLanguages: Plugin = {
  name: "own-languages",
  enforce: "pre",
  load: {
    filter: { id: /\/react-(aria|aria-components|stately)\/dist\/.*\/intl\/.*\/[a-z]{2}-[A-Z]{2}\.mjs$/ },
    handler(id) {
      const language = id.slice(-"en-US.mjs".length, -"-US.mjs".length);
      return LANGUAGES.includes(language) ? undefined : "export default undefined;";
    },
  },
};

/**
 * One file for all that the first screen imports. Cut by who else imports what, it was 21 files of 177 KB gzipped instead of one of
 * 163 KB (2026-11-29).
 */
const shell = { name: "shell", test: /\/src\/main\.tsx$/ };

/**
 * One file for what most editors import. In files of their own, most of them below 400 bytes, spans took 90.5 KB gzipped instead of
 * 87.9 (2026-11-30).
 */
const editors = {
  name: "editors",
  test: /\/src\/(actions|comments|editors(\/labels)?)\/(action|assist|entries|EntryList|key-name|label-keys|LabelBar|own-keys|pickable|pins|remembered|rows-in-sight|selected-object|touch|typing|use-actions|Workspace)\./,
  minShareCount: 4,
};

/**
 * The words of spans apart from the list of all editors, which names objects by them. Within its file, the editor of spans took that
 * file too: 96.6 KB instead of 87.9 (2026-11-30).
 */
const words = { name: "span-words", test: /\/src\/editors\/spans\/(answer|excerpt|offsets)\./ };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), ownLanguages],
  resolve: {
    alias: { "typebox/compile": new URL("../domain/src/interpreted.ts", import.meta.url).pathname },
  },
  build: {
    ...{ target: "es2023", assetsInlineLimit: 0, sourcemap: false, reportCompressedSize: false },
    chunkSizeWarningLimit: 600, // the shell has 530 kB before gzip
    rolldownOptions: { output: { codeSplitting: { groups: [shell, editors, words] } } },
  },
});
