import { migrateDatabase } from "@assay/server/src/operator.ts";
import type { Command } from "../command.ts";

/** `assay migrate` */
export const migrate: Command = {
  usage: "migrate",
  summary: "Bring the database of DATABASE_URL to the schema of this version, before its processes start",
  options: {},
  examples: ["DATABASE_URL=postgres://assay@postgres/assay assay migrate"],
  async run(_input, { env, note }) {
    await migrateDatabase(env);
    note("The database has the schema of this version");
  },
};
