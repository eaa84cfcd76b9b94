import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { readEvent, unwrapWebhook } from "@assay/sdk/webhooks.ts";
import { isId, KINDS } from "@assay/server/src/platform/ids.ts";
import { deliverDue } from "@assay/server/test/deliveries.ts";
import { freePort } from "@assay/server/test/free-port.ts";
import { annotateAll, auditToVerdict, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenCertified } from "@assay/server/test/given-dataset.ts";
import { startHub } from "@assay/server/test/hub.ts";
import { startService } from "@assay/server/test/service.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { CLIENT_COMMANDS } from "./client-commands.ts";
import type { Terminal } from "./command.ts";
import { nameOf } from "./help.ts";
import { COMMANDS, run } from "./run.ts";

const service = await startService();
await service.app.listen({ port: 0, host: "127.0.0.1" });
const folder = await mkdtemp(join(tmpdir(), "assay-commands-"));
afterAll(() => rm(folder, { recursive: true }));
const url = service.app.listeningOrigin;
const env = { ASSAY_BASE_URL: url, ASSAY_API_KEY: service.key };

/** Runs a command; returns its exit code, result and notes. */
async function assay(args: string | readonly string[], given: Partial<Terminal> = {}) {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(typeof args === "string" ? args.split(" ") : args, {
    env,
    print: (text) => out.push(text),
    note: (text) => notes.push(text),
    ...given,
  });
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}

/** The outcome of a command that waits for jobs, which the tests run by hand. */
async function withJobs<T>(outcome: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = outcome.finally(() => {
    isOver = true;
  });
  while (!isOver) await service.runJobs();
  return ended;
}

test("a login is checked, stored for its user alone, and used until the logout", async () => {
  const home = { env: { HOME: join(folder, "ada") } };
  const path = join(folder, "ada/.config/assay/profiles.json");

  const refused = await assay(`login --url ${url}`, { ...home, askSecret: async () => "ask_wrong" });
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect((await assay("project list", home)).notes).toContain("run assay login");

  const asked: string[] = [];
  const askSecret = async (question: string) => {
    asked.push(question);
    return `${service.key}\n`;
  };
  expect(await assay(`login --url ${url}/`, { ...home, askSecret })).toMatchObject({ code: 0, out: "" });
  expect(asked).toEqual([`API key for ${url}: `]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
    default: { base_url: url, api_key: service.key },
  });
  expect((await assay("project list", home)).code).toBe(0);
  const listed = await assay("profile list", home);
  expect(listed.out).toContain(url);
  expect(listed.out).not.toContain(service.key);

  const staging = await assay(`login --url ${url} --profile staging --json`, { ...home, askSecret });
  expect(JSON.parse(staging.out)).toMatchObject({
    profile: "staging",
    base_url: url,
    path,
    account: { name: "Acme" },
  });
  expect(staging.out).not.toContain(service.key);
  expect(JSON.parse((await assay("logout --json", home)).out)).toEqual({ profile: "default" });
  expect((await assay("project list", home)).code).toBe(2);
  expect((await assay("project list --profile staging", home)).code).toBe(0);
  const byName = { env: { ...home.env, ASSAY_PROFILE: "staging", ASSAY_API_KEY: "ask_other" } };
  expect((await assay("project list", byName)).code).toBe(0);
});

test("the key of a profile goes to no other address", async () => {
  const home = { HOME: join(folder, "bob") };
  await assay(`login --url ${url}`, { env: home, askSecret: async () => service.key });

  const sent = await assay("project list", { env: { ...home, ASSAY_BASE_URL: "http://elsewhere.test" } });
  expect(sent).toMatchObject({ code: 2, out: "" });
  expect(sent.notes).toContain(`assay login stored a key for ${url}`);
});

test("a damaged file of profiles is named", async () => {
  const config = join(folder, "eve");
  await mkdir(join(config, "assay"), { recursive: true });
  await writeFile(join(config, "assay/profiles.json"), '{"default": {"base_url": 3}}');

  const failed = await assay("project list", { env: { XDG_CONFIG_HOME: config } });
  expect(failed).toMatchObject({ code: 1, out: "" });
  expect(failed.notes).toContain(`${config}/assay/profiles.json is damaged`);
});

test("a folder is pushed into a batch of a new project, and a repeat sends nothing", async () => {
  const photos = join(folder, "texts");
  await mkdir(photos);
  for (const name of ["a.txt", "b.txt"]) await writeFile(join(photos, name), `Text ${name}`);
  const made = await assay(
    "project create --type text_classification --name Reviews --label good --label bad",
  );
  expect(made.out).toMatch(/^proj_/);
  const listed = await assay("project list");
  expect(listed.out).toMatch(new RegExp(`^${made.out} +text_classification .* Reviews$`, "m"));
  expect(JSON.parse((await assay(`project show ${made.out}`)).out)).toMatchObject({ id: made.out });

  const shown: string[] = [];
  const journal = join(folder, "journal");
  const pushed = await assay(["push", photos, "--project", made.out, "--journal", journal, "--json"], {
    progress: (line) => shown.push(line),
  });
  expect(pushed.code).toBe(0);
  const { batch, upload_ids } = JSON.parse(pushed.out);
  expect(batch).toMatchObject({ project_id: made.out, item_count: 2 });
  expect(shown.at(-1)).toBe(`${photos} [########################] 100 % of 20 bytes, 2 of 2 files`);

  const again = await assay(["push", photos, "--journal", journal]);
  expect(again).toMatchObject({ code: 0, out: upload_ids.join("\n"), notes: `${photos}: 0 files sent` });
  const batches = await assay(`batch list --project ${made.out} --limit 1`);
  expect(batches.out).toMatch(new RegExp(`^${batch.id} +created +2`, "m"));
});

test("a single file and what is at a URL are pushed, and what is not there is named", async () => {
  const file = join(folder, "lines.jsonl");
  await writeFile(file, '{"text": "One."}\n{"text": "Two."}\n');

  expect((await withJobs(assay(["push", file]))).out).toMatch(/^upl_/);
  const text = await readFile(file);
  const server = createServer((_request, response) => response.end(text)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const place = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/lines.jsonl`;
  const fetched = await withJobs(assay(["push", place]));
  expect(fetched).toMatchObject({ code: 0, out: expect.stringMatching(/^upl_/), notes: `${place}: 1 files` });
  expect((await assay("push /no/such/folder")).notes).toBe("there is no file or folder /no/such/folder");
  expect(await assay(["push", file, "--name", "x"])).toMatchObject({ code: 2, out: "" });
});

test("a batch is watched to its end, exported, and frozen in a dataset", async () => {
  const { id, project_id } = await givenCertified(service);
  const watched = await assay(`batch watch ${id}`);
  expect(watched).toMatchObject({ code: 0, out: expect.stringMatching(/^certified: /) });
  expect(watched.notes).toContain("items have their answers");

  const output = join(folder, "labels.csv");
  expect(await withJobs(assay(`export --batch ${id} --format csv -o ${output}`))).toMatchObject({
    code: 0,
    out: output,
  });
  expect(await readFile(output, "utf8")).toContain("external_id");

  const dataset = (await assay(`dataset create all --project ${project_id}`)).out;
  expect((await assay(`dataset download ${dataset}`)).notes).toContain("has no version");
  expect(await withJobs(assay(`dataset version ${dataset}`))).toMatchObject({ code: 0, out: "1" });
  expect((await assay("dataset list")).out).toMatch(new RegExp(`^${dataset} +1 `, "m"));
  const saved = join(folder, "all.jsonl");
  expect(await assay(`dataset download ${dataset} --format jsonl -o ${saved}`)).toMatchObject({
    code: 0,
    out: saved,
  });
  const records = (await readFile(saved, "utf8")).trim().split("\n");
  await withJobs(assay(`dataset version ${dataset}`));
  await givenPushed(dataset);
  expect((await assay(`dataset diff ${dataset} 2`)).out).toBe("");
  expect(records).toHaveLength(12);
});

/** Pushes the first version to a simulated Hub. */
async function givenPushed(dataset: string): Promise<void> {
  const hub = await startHub();
  onTestFinished(hub.stop);
  hub.commit("acme/all", { "README.md": "" });
  Object.assign(hub.repositories.get("acme/all") ?? {}, { writers: ["hf_writer"] });
  const command = `dataset push ${dataset} 1 hf://datasets/acme/all --endpoint ${hub.origin}`;
  expect(await assay(command)).toMatchObject({ code: 2, notes: expect.stringContaining("set HF_TOKEN") });
  const as = (HF_TOKEN: string) => ({ env: { ...env, HF_TOKEN } });
  const refused = await withJobs(assay(command, as("hf_reader")));
  expect(refused).toMatchObject({
    code: 1,
    notes: expect.stringContaining("lacks a permission on acme/all"),
  });
  const pushed = await withJobs(assay(command, as("hf_writer")));
  expect(pushed).toMatchObject({ code: 0, out: hub.repositories.get("acme/all")?.commits.at(-1)?.id });
}

test("a batch that fails its certification ends the watch with 3", async () => {
  const { id } = await givenCertified(service, { verdict: () => "no" });

  const watched = await assay(`batch watch ${id}`);
  expect(watched.code).toBe(3);
  expect(watched.out).toMatch(/^failed: /);
});

test("any request can be sent, and its errors are those of the service", async () => {
  const made = await assay(["api", "post", "/v1/projects", '{"annotation_type": "text_classification"}']);
  expect(JSON.parse(made.out)).toMatchObject({ id: expect.stringMatching(/^proj_/) });
  const body = join(folder, "change.json");
  await writeFile(body, '{"name": "Renamed"}');
  const { id } = JSON.parse(made.out);
  expect(JSON.parse((await assay(["api", "PATCH", `/v1/projects/${id}`, `@${body}`])).out).name).toBe(
    "Renamed",
  );
  const file = join(folder, "projects.json");
  expect(await assay(["api", "GET", "/v1/projects?limit=1", "-o", file])).toMatchObject({ code: 0, out: "" });
  expect(JSON.parse(await readFile(file, "utf8")).data).toHaveLength(1);

  expect((await assay("api GET /v1/projects/proj_x")).notes).toContain("there is no project proj_x");
  expect(await assay("api GET /healthz")).toMatchObject({ code: 2 });
  expect(await assay("api FETCH /v1/projects")).toMatchObject({ code: 2 });
  expect(await assay("api POST /v1/projects {")).toMatchObject({ code: 2 });
});

test("events are printed as they happen", async () => {
  const made = await assay("project create --type text_classification");
  let isOver = false;
  const tailed = assay("events tail --count 1 --type project.updated").finally(() => {
    isOver = true;
  });
  // the stream begins with the next event: change the project until it has heard one
  for (let count = 0; !isOver; count += 1)
    await assay(["api", "PATCH", `/v1/projects/${made.out}`, JSON.stringify({ name: `Name ${count}` })]);
  expect(JSON.parse((await tailed).out)).toMatchObject({ type: "project.updated" });
});

test("members are invited and listed", async () => {
  const invited = await assay("member invite rater@acme.test --role reviewer --json");
  expect(JSON.parse(invited.out)).toMatchObject({ role: "reviewer", name: "rater" });
  expect((await assay("member list")).out).toMatch(/ reviewer +invited +rater@acme.test +rater$/m);
  expect(await assay("member invite x@acme.test --role king")).toMatchObject({ code: 2 });
});

test("a webhook is tested and its failed events are delivered again", async () => {
  const server = createServer((_request, response) => response.writeHead(204).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const made = await service.request("POST", "/v1/webhooks", { url: `http://127.0.0.1:${port}/hook` });

  expect(await assay(`webhook test ${made.body.id}`)).toMatchObject({ code: 0, out: "delivered: 204" });
  const hour = new Date(service.deps.now().getTime() - 3_600_000).toISOString();
  const replayed = await assay(`webhook replay ${made.body.id} --since ${hour}`);
  expect([replayed.notes, replayed.out]).toEqual(["", "0"]);
  server.close();
});

/** A receiver that answers `status` and keeps what it got. */
async function givenReceiver(status = 204) {
  const got: { body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    got.push({ body: await text(request), headers: request.headers });
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { got, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook` };
}

const SECRET = "whsec_YW5ub3RhdGlvbi1kYXRhLXNlcnZpY2UtMzJieXRlcyE=";

test("events of the stream go to a receiver on this machine, signed as webhooks are", async () => {
  const { got, url: forward } = await givenReceiver();
  const [other, made] = [
    await assay("project create --type text_classification"),
    await assay("project create --type text_classification"),
  ];
  let isOver = false;
  const listened = assay(["webhook", "listen", "--forward", forward, "--project", made.out, "--count", "1"], {
    env: { ...env, WEBHOOK_SECRET: SECRET },
  }).finally(() => {
    isOver = true;
  });
  // the stream begins with the next event
  for (let count = 0; !isOver; count += 1) {
    const change = JSON.stringify({ name: `Name ${count}` });
    await assay(["api", "PATCH", `/v1/projects/${other.out}`, change]);
    await assay(["api", "PATCH", `/v1/projects/${made.out}`, change]);
  }
  const { code, out, notes } = await listened;

  const [only, ...others] = got;
  expect([code, others]).toEqual([0, []]);
  expect(notes).toContain("the receiver answered 204");
  expect(only?.body).toBe(out);
  const event = await unwrapWebhook(only?.body ?? "", only?.headers ?? {}, SECRET);
  expect(event).toMatchObject({ type: "project.updated", data: { project_id: made.out } });
  expect(await readEvent(out, String(only?.headers["x-signature"]), SECRET)).toEqual(event);
  const { body } = await service.request("GET", `/v1/events/${event.id}`);
  expect(event).toEqual(body);
});

test("a receiver that does not answer is named, and the next event is sent", async () => {
  const made = await assay("project create --type text_classification");
  let isOver = false;
  const listened = assay("webhook listen --forward http://127.0.0.1:1/ --count 2").finally(() => {
    isOver = true;
  });
  for (let count = 0; !isOver; count += 1)
    await assay(["api", "PATCH", `/v1/projects/${made.out}`, JSON.stringify({ name: `New ${count}` })]);
  const { code, notes } = await listened;
  expect(code).toBe(0);
  expect(notes).toMatch(/The secret of the signatures: whsec_\S{44}\n/);
  expect(notes.match(/the receiver did not answer: /g)).toHaveLength(2);
});

test("where the service reaches this machine, a webhook is registered, verified, forwarded and deleted", async () => {
  const { got, url: forward } = await givenReceiver(503);
  vi.useFakeTimers({ toFake: ["Date"], now: service.deps.now() }); // the service signs by its own clock
  onTestFinished(() => void vi.useRealTimers());
  const port = await freePort();
  const made = await assay("project create --type text_classification");
  const stopping = new AbortController();
  const notes: string[] = [];
  const listened = assay(
    [
      "webhook",
      "listen",
      "--url",
      `http://127.0.0.1:${port}/`,
      "--forward",
      forward,
      "--type",
      "project.updated",
    ],
    { stopSignal: () => stopping.signal, note: (line) => notes.push(line) },
  );
  await untilHolds(() => expect(notes.join()).toContain("Registered wh_"));
  const id = /wh_\w+/.exec(notes.join("\n"))?.[0];
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
  await assay(["api", "PATCH", `/v1/projects/${made.out}`, '{"name": "Changed"}']);
  await deliverDue(service.deps);
  stopping.abort();
  const { code, out } = await listened;

  expect([code, forged.status, got[0]?.body]).toEqual([0, 401, out]);
  expect(JSON.parse(out)).toMatchObject({ type: "project.updated", data: { project_id: made.out } });
  expect(got[0]?.headers).toMatchObject({
    "x-event-type": "project.updated",
    "webhook-id": JSON.parse(out).id,
  });
  expect((await service.request("GET", `/v1/webhooks/${id}`)).status).toBe(404);
  const [delivery] = (await service.request("GET", `/v1/webhooks/${id}/deliveries`)).body.data;
  expect(delivery).toMatchObject({ attempt_count: 1 });
});

test("what webhook listen cannot do is named", async () => {
  for (const [args, words] of [
    ["--type batch.lost", "--type must be batch.created, "],
    ["--forward localhost:3000", "--forward must be an http or https URL"],
    ["--listen 127.0.0.1:9", "--listen needs --url"],
    ["--url http://localhost/ --listen here", "--listen must be like 127.0.0.1:9000 (got here)"],
  ]) {
    const failed = await assay(`webhook listen ${args}`);
    expect([failed.code, failed.out]).toEqual([2, ""]);
    expect(failed.notes).toContain(words);
  }
});

test("every command with a result prints it as JSON, or its result is no data", () => {
  const without = COMMANDS.filter(({ options }) => options.json === undefined).map(({ usage }) =>
    nameOf(usage),
  );
  expect(without.sort()).toEqual(["completion", "man"]);
});

test("the help of a command has the options of every command and the exit codes, as the man page has", async () => {
  const { out } = await assay("batch watch --help");
  for (const words of ["--json", "--profile PROFILE", "-h, --help", "batch watch: the batch failed"])
    expect(out).toContain(words);
  const { out: man } = await assay("man");
  expect(man).toMatch(/^\.SH OPTIONS OF EVERY COMMAND\n\.TP\n\.B \\-\\-profile PROFILE$/m);
  expect((await assay("--help")).out).toMatch(/^ {2}-v, --version +show the version$/m);
});

test("results are JSON with --json", async () => {
  const json = async (...args: string[]) => {
    const { code, out, notes } = await assay([...args, "--json"]);
    expect(code, notes).toBe(0);
    return JSON.parse(out);
  };
  const { id } = await givenCertified(service);
  const output = join(folder, "of-json.jsonl");
  expect(await json("download", id, "-o", output)).toEqual({ path: output });
  expect(await json("batch", "show", id)).toMatchObject({ id });
  const file = join(folder, "of-json.txt");
  await writeFile(file, "Fine.");
  expect(await json("upload", file)).toMatchObject({ status: "ready", file_count: 1 });
  const answers = join(folder, "of-json.csv");
  await writeFile(answers, "item,worker,label\n1,a,x\n1,b,x\n2,a,y\n2,b,x\n");
  expect(await json("agreement", answers)).toMatchObject({
    ...{ metric: "nominal", answer_pairs: 2, agreeing_pairs: 1, items: 2, unanimous_items: 1 },
    labels: expect.arrayContaining([expect.objectContaining({ label: "x", answers: 3 })]),
    pairs: [{ worker: "a", other: "b", items: 2, agreement: 0.5, alpha: 0 }],
  });
  expect(await json("consensus", answers, "--method", "majority")).toContainEqual({
    ...{ item: "1", label: "x", support: 1, method: "majority" },
  });
  const plan = await json("plan", "--level", "premium", "--items", "500");
  expect(plan).toMatchObject({ level: "premium", items: 500, slices: null });
  expect(plan.chances.at(-1)).toMatchObject({ share: 100, passes: 1 });
});

test.each(["bash", "zsh", "fish"])(
  "the completion of %s and the man page have every command and option",
  async (shell) => {
    const { out } = await assay(`completion ${shell}`);
    const { out: man } = await assay("man");
    for (const { usage, options } of COMMANDS) {
      for (const word of nameOf(usage).split(" ")) expect(out).toContain(word);
      expect(man).toContain(`.SS ${nameOf(usage).replaceAll("-", "\\-")}`);
      for (const name of Object.keys(options)) {
        expect(out).toMatch(new RegExp(shell === "fish" ? `-l ${name}\\b` : `--${name}\\b`));
        expect(man).toContain(`--${name}`.replaceAll("-", "\\-"));
      }
    }
  },
);

test("bash completes commands and their options", async () => {
  const { out } = await assay("completion bash");
  const complete = (words: string) => {
    const script = `${out}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _assay; echo "\${COMPREPLY[@]}"`;
    return spawnSync("bash", ["-c", script], { encoding: "utf8" }).stdout.trim();
  };
  expect(complete("assay bat")).toBe("batch");
  expect(complete("assay batch w")).toBe("watch");
  expect(complete("assay batch watch --j")).toBe("--json");
  expect(complete("assay project create --type text_classification --la")).toBe("--label");
});

test("gate passes only where the lower bound of a model's accuracy is high enough", async () => {
  const settings = { quality_level: "basic", quality_policy: { overlap: 1 } };
  const { id } = await givenBatch(service, { texts: 80, settings });
  const predictions = Array.from({ length: 80 }, (_, index) => ({
    ...{ external_id: String(index + 1), model: "m", version: "1", result: { label: "yes" } },
  }));
  const others = predictions.map((prediction) => ({ ...prediction, version: "2", result: { label: "no" } }));
  for (const sent of [predictions, others])
    bodyOf(await service.request("POST", `/v1/batches/${id}/predictions`, { predictions: sent }), 200);
  const ask = (more: string) => assay(`gate --batch ${id} ${more}`);
  expect(await ask("--model m --version 1 --min-accuracy 0.5")).toMatchObject({ code: 3 }); // nothing is judged yet
  await annotateAll(service, id, ["ann"]);
  await service.runJobs();
  await auditToVerdict(service, id, "eve");

  const passed = await ask("--model m --version 1 --min-accuracy 0.5 --json");
  expect(passed).toMatchObject({ code: 0 });
  const { accuracy } = JSON.parse(passed.out);
  expect(accuracy.low).toBeGreaterThan(0.5);
  expect(await ask(`--model m --version 1 --min-accuracy ${accuracy.low + 0.001}`)).toMatchObject({
    code: 3,
  });
  expect(await ask("--model m --version 2 --min-accuracy 0.1")).toMatchObject({ code: 3 });
  expect((await ask("--model m --min-accuracy 0.5")).notes).toContain("m (version 1), m (version 2)");
  expect(await ask("--model m --min-accuracy 0.5")).toMatchObject({ code: 2 });
  expect((await ask("--model x --min-accuracy 0.5")).notes).toContain("has no predictions of x");
  expect(await ask("--model m --min-accuracy 2")).toMatchObject({ code: 2 });
});

test("examples name commands, options that these have, and ids that can exist", () => {
  const all = COMMANDS.flatMap(({ usage, options, examples }) =>
    examples.map((example) => ({ name: nameOf(usage), options, example })),
  );
  for (const { name, options, example } of all) {
    expect(example).toContain(`assay ${name}`);
    const [own = ""] = example.split(`assay ${name}`).slice(-1);
    for (const [, option = ""] of own.matchAll(/ --([a-z-]+)/g))
      expect([...Object.keys(options), "profile"], example).toContain(option);
    for (const [id] of own.matchAll(/\b[a-z]+_01[0-9A-Z]{24}\b/g))
      expect(
        KINDS.some((kind) => isId(kind, id)),
        example,
      ).toBe(true);
  }
});

test("docs/cli.md has every command that talks to the service", async () => {
  const page = await readFile(fileURLToPath(new URL("../../docs/cli.md", import.meta.url)), "utf8");
  const named = [...page.matchAll(/^\| (`.*`) \| /gm)].flatMap(([, cell = ""]) => {
    const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name.replace(/ [A-Z[].*$/, ""));
    const [group = ""] = (names[0] ?? "").split(" ");
    // `dataset list`, `create`: the later ones leave out what the first began with.
    return names.flatMap((name) => [name, `${group} ${name}`]);
  });

  for (const { usage } of CLIENT_COMMANDS) expect(named).toContain(nameOf(usage));
});

test("an empty list is a note, and nothing in the result", async () => {
  const { key } = await service.givenAccount();
  const empty = { env: { ...env, ASSAY_API_KEY: key } };
  expect(await assay("dataset list", empty)).toMatchObject({ code: 0, out: "", notes: "There are none" });
  expect(await assay("dataset list --json", empty)).toMatchObject({ code: 0, out: "[]" });
});
