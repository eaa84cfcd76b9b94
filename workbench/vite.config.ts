import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    alias: { "typebox/compile": new URL("../domain/src/interpreted.ts", import.meta.url).pathname },
  },
  build: { target: "es2023", assetsInlineLimit: 0, sourcemap: false, reportCompressedSize: false },
});
