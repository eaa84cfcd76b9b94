import { expect, test } from "vitest";
import { givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();

test("every line of a file becomes an item of its own, whatever plan the database chooses", async () => {
  const { id } = await givenBatch(service, { texts: 3_000 });

  const items = await service.db.selectFrom("items").select("id").where("batch_id", "=", id).execute();
  expect(new Set(items.map((item) => item.id)).size).toBe(3_000);
});
