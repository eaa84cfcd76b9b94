import { migrateDatabase } from "@assay/server/src/operator.ts";
import { type Command, JSON_OPTION, noArgument } from "../command.ts";

/** `assay migrate` */
export const migrate: Command = {
  usage: "migrate [--json]",
  summary: "Bring the database of DATABASE_URL to the schema of this version, before its processes start",
  options: JSON_OPTION,
  examples: ["DATABASE_URL=postgres://assay@postgres/assay assay migrate"],
  async run(input, { env, note, print }) {
    noArgument(input);
    const migrations = await migrateDatabase(env);
    if (input.values.json === true) print(JSON.stringify({ migrations }, null, 2));
    note("The database has the schema of this version");
  },
};
