import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const SERVICE = "http://127.0.0.1:8080";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    alias: { "typebox/compile": new URL("../domain/src/interpreted.ts", import.meta.url).pathname },
  },
  build: { target: "es2023", assetsInlineLimit: 0, sourcemap: false, reportCompressedSize: false },
  server: { port: 5173, proxy: { "/v1": SERVICE, "/auth": SERVICE } },
});
