// The smoke test in a runtime that has files: node run-smoke.js BASE_URL API_KEY

import { argv, exit } from "node:process";
import { smoke } from "./smoke.js";

for (const what of await smoke(argv[2], argv[3])) console.log(what);
exit(0); // connections that are kept open would keep the process
