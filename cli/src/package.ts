#!/usr/bin/env node
import "./node-20.ts";
import { CLIENT_COMMANDS } from "./client-commands.ts";
import { withHelp } from "./run-command.ts";
import { start } from "./start.ts";

// The package has no service, and so no operator's commands.
await start(withHelp(CLIENT_COMMANDS));
