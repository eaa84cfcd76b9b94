#!/usr/bin/env node
import { COMMANDS } from "./run.ts";
import { start } from "./start.ts";

await start(COMMANDS);
