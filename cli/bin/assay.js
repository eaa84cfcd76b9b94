#!/usr/bin/env node
import { existsSync } from "node:fs";

// A checkout runs the sources, with the operator's commands; a package has what is built from them.
const sources = new URL("../src/main.ts", import.meta.url);
await import(existsSync(sources) ? sources.href : "../dist/assay.js");
