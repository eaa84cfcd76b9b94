import { loadModule } from "libpg-query";
import { beforeAll, expect, test } from "vitest";
import { unnamedAccounts } from "./account-predicates.ts";

beforeAll(loadModule);

const unnamed = (text: string) => unnamedAccounts(text, new Set(["batches", "items"]));

test.each([
  "select * from batches where account_id = $1 and id = $2",
  "select * from batches join items on items.account_id = batches.account_id where batches.account_id = $1",
  "update items set status = 'open' where account_id = $1",
  "delete from items using batches where items.account_id = $1 and batches.account_id = items.account_id",
  "insert into items (account_id, id) values ($1, $2)",
  "with batches as (select 1) select * from batches",
  "select * from accounts",
])("names the account: %s", (text) => {
  expect(unnamed(text)).toEqual([]);
});

test.each([
  ["select * from batches where id = $1", ["batches as batches"]],
  ["select * from batches where account_id = $1 or id = $2", ["batches as batches"]],
  [
    "select * from batches join items on items.batch_id = batches.id where batches.account_id = $1",
    ["items as items"],
  ],
  [
    "select * from batches as b join items as i on i.account_id = b.account_id",
    ["batches as b", "items as i"],
  ],
  [
    "select * from batches where account_id = $1 and exists (select from items where id = $2)",
    ["items as items"],
  ],
  ["update items set account_id = $1", ["items as items"]],
  ["delete from items where id = $1", ["items as items"]],
  ["insert into items (id) values ($1)", ["items (inserted)"]],
])("does not name the account: %s", (text, tables) => {
  expect(unnamed(text)).toEqual(tables);
});
