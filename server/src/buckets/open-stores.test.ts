import { expect, test } from "vitest";
import { GIVEN_SOURCE } from "../../test/every-resource.ts";
import { bodyOf } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import type { Row } from "../platform/database/tables.ts";
import type { Outbound } from "../platform/network/outbound.ts";
import { closeStores, type LentStore, lendStore } from "./open-stores.ts";

const service = await startService();
const { db, deps, request } = service;

/** A process that counts the connection pools that are opened and closed. */
function givenProcess() {
  const pools = { opened: 0, closed: 0 };
  const outbound: Outbound = {
    ...deps.outbound,
    agents() {
      const agents = deps.outbound.agents();
      const destroy = agents.https.destroy.bind(agents.https);
      pools.opened += 1;
      agents.https.destroy = () => {
        pools.closed += 1;
        destroy();
      };
      return agents;
    },
  };
  return { pools, process: { outbound, secrets: deps.secrets } };
}

async function givenSource(): Promise<Row<"sources">> {
  const { id } = bodyOf(await request("POST", "/v1/sources", GIVEN_SOURCE), 201);
  return db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** What was asked for before is done by then. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a process opens the store of a source once, also for requests at the same time, and closes it at its end", async () => {
  const { pools, process } = givenProcess();
  const source = await givenSource();
  const lent = await Promise.all([lendStore(process, source), lendStore(process, source)]);
  for (const { giveBack } of lent) giveBack();
  (await lendStore(process, source)).giveBack();
  expect(pools).toEqual({ opened: 1, closed: 0 });

  closeStores(process.outbound);
  await settled();
  expect(pools).toEqual({ opened: 1, closed: 1 });
});

test("a change of credentials opens another store, and the one of before is closed once nobody reads from it", async () => {
  const { pools, process } = givenProcess();
  const source = await givenSource();
  const reading = await lendStore(process, source);
  const other = {
    ...source,
    credentials_encrypted: deps.secrets.encrypt('{"access_key_id":"b","secret_access_key":"c"}'),
  };
  const { store } = await lendStore(process, other);
  expect(store).not.toBe(reading.store);
  await settled();
  expect(pools).toEqual({ opened: 2, closed: 0 });
  reading.giveBack();
  await settled();
  expect(pools).toEqual({ opened: 2, closed: 1 });
});

test("of many sources the 50 that were used last stay open", async () => {
  const { pools, process } = givenProcess();
  const source = await givenSource();
  const use = async (number: number): Promise<LentStore> => {
    const lent = await lendStore(process, { ...source, id: `src_${number}` });
    lent.giveBack();
    return lent;
  };
  for (let number = 0; number < 50; number += 1) await use(number);
  await use(0);
  await use(50);
  await settled();
  expect(pools).toEqual({ opened: 51, closed: 1 });
  await use(0);
  expect(pools.opened).toBe(51);
  await use(1);
  expect(pools.opened).toBe(52);
});
