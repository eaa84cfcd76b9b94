import { givenBatch } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

/** All items show their predictions: usually a tenth withholds them. */
export const ONE = { quality_policy: { overlap: 1, predictions: { withhold: 0 } } };

interface Working {
  readonly page: Page;
  readonly person: Person;
  readonly batch_id: string;
  readonly project_id: string;
  readonly url: string;
}

/** A service of its own, and what tests of the work screen do on it. */
export async function startWorking() {
  let ahead = 0;
  const { origin, service } = await serve(() => new Date(Date.now() + ahead));
  const { db } = service;

  /** Lets time pass, in milliseconds. */
  const pass = (milliseconds: number): void => {
    ahead += milliseconds;
  };

  async function openAs(person: Person, device: Parameters<typeof openPage>[1] = {}): Promise<Page> {
    const page = await openPage("about:blank", { bypassCSP: true, ...device });
    await page.context().addCookies(cookiesOf(person.cookie, origin));
    return page;
  }

  /** A member on the work screen of a batch of texts to label `yes` or `no`; `before` is done before they open it. */
  async function givenWork({
    texts = 3,
    settings = {},
    kinds = "annotate",
    before = async (_batch_id: string): Promise<void> => undefined,
  } = {}): Promise<Working> {
    const { id: batch_id, project_id } = await givenBatch(service, {
      texts,
      settings: { ...ONE, ...settings },
    });
    // otherwise claims are in random order
    await db
      .updateTable("items")
      .set(({ ref }) => ({ claim_order: ref("position") }))
      .where("batch_id", "=", batch_id)
      .execute();
    await before(batch_id);
    const person = await givenPerson(service, { role: "reviewer" });
    const page = await openAs(person);
    const url = `${origin}/work?batch=${batch_id}&kinds=${kinds}`;
    await page.goto(url);
    return { page, person, batch_id, project_id, url };
  }

  /** The answers of a batch, in the order of its items. */
  async function answersOf(batch_id: string) {
    return db
      .selectFrom("annotations")
      .innerJoin("items", "items.id", "annotations.item_id")
      .select([
        "items.external_id",
        "annotations.result",
        "annotations.active_ms",
        "annotations.guideline_version",
      ])
      .where("annotations.batch_id", "=", batch_id)
      .where("annotations.superseded_at", "is", null)
      .orderBy("items.external_id")
      .execute();
  }

  async function tasksOf(batch_id: string) {
    return db.selectFrom("tasks").selectAll().where("batch_id", "=", batch_id).orderBy("id").execute();
  }

  async function untilAnswered(batch_id: string, labels: Readonly<Record<string, string>>) {
    await untilHolds(async () => {
      const answers = (await answersOf(batch_id)).map(({ external_id, result }) => [external_id, result]);
      expect(answers).toEqual(Object.entries(labels).map(([id, label]) => [id, { label }]));
    });
  }

  return { origin, service, pass, openAs, givenWork, answersOf, tasksOf, untilAnswered };
}

/** Waits until the page shows an item's text. */
export const textShown = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

/** Waits until the header shows a state, such as `Offline`. */
export const badge = (page: Page, text: string) =>
  page.locator("header").getByText(text, { exact: true }).waitFor();
