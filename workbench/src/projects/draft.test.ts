import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOf } from "./curl.ts";
import { type Draft, EMPTY_DRAFT, fieldFaults, itemsIn, labelFaults, namesIn, planOf } from "./draft.ts";

const BOXES = { labels: true, options: [] };

function draft(change: Partial<Draft> = {}): Draft {
  return { ...EMPTY_DRAFT, ...change };
}

function file(name: string, size: number): File {
  const made = new File([], name);
  Object.defineProperty(made, "size", { value: size });
  return made;
}

test("an empty form sends only what was chosen", () => {
  expect(planOf(draft(), BOXES)).toEqual({
    project: { annotation_type: "object_detection", quality_level: "none" },
    batch: {},
    uploads: [],
  });
});

test("the form becomes one project, without options that its type does not have", () => {
  const filled = draft({
    name: " Streets ",
    labels: [{ key: "k1", name: "car", color: "#0072b2", hotkey: "1" }],
    instructions: "Draw boxes.",
    scales: [{ key: "s1", name: "help", min: 1, max: 5 }],
    fields: [{ key: "f1", name: "blurred", type: "choice", options: ["yes", "no"] }],
    export_format: "coco",
  });

  expect(planOf(filled, BOXES).project).toEqual({
    name: "Streets",
    annotation_type: "object_detection",
    quality_level: "none",
    labels: [{ name: "car", color: "#0072b2", hotkey: "1" }],
    instructions: "Draw boxes.",
    fields: [{ name: "blurred", type: "choice", options: ["yes", "no"] }],
    export_format: "coco",
  });
  expect(planOf(filled, { labels: false, options: ["scales"] }).project).toMatchObject({
    type_options: { scales: [{ name: "help", min: 1, max: 5 }] },
  });
  expect(planOf(filled, { labels: false, options: [] }).project.labels).toBeUndefined();
});

test("points and skeleton lines are parsed from lines of text", () => {
  const pose = draft({ keypoints: "left eye\nright eye\n\n", skeleton: "left eye - right eye" });

  expect(
    planOf(pose, { labels: true, options: ["keypoints", "skeleton", "sigmas"] }).project.type_options,
  ).toEqual({
    keypoints: ["left eye", "right eye"],
    skeleton: [["left eye", "right eye"]],
  });
});

test("masks are objects of their own if the form says so", () => {
  const wants = { labels: true, options: ["instances"] };

  expect(planOf(draft({ instances: true }), wants).project.type_options).toEqual({ instances: true });
  expect(planOf(draft({}), wants).project.type_options).toBeUndefined();
});

test("small files are sent together, large ones in pieces, lines and URLs as JSON", () => {
  const small = Array.from({ length: 101 }, (_, index) => file(`${index}.jpg`, 10));
  const data = draft({
    files: [...small, file("long.wav", 9e6)],
    texts: "one\n\ntwo",
    urls: "https://a.test/1",
  });
  const { uploads } = planOf(data, BOXES);

  expect(uploads.map(({ kind }) => kind)).toEqual(["form", "pieces", "form", "json", "json"]);
  expect(uploads.at(-2)).toEqual({
    kind: "json",
    body: { files: [{ filename: "texts.jsonl", text: '{"text":"one"}\n{"text":"two"}' }] },
  });
  expect(itemsIn(data)).toBe(105);
});

test("the commands send the same as the form, also for names with quotes", () => {
  const plan = planOf(draft({ name: "Ann's", texts: "a 'b' $HOME" }), BOXES);
  const script = `curl() { for part in "$@"; do case "$part" in "{"*) echo "$part" >&2;; esac; done; echo '{"id":"x"}'; }
jq() { cat > /dev/null; echo id_1; }
${curlOf(plan, "http://assay.test")}`;
  const sent = execFileSync("bash", ["-c", `{ ${script}\n} 2>&1 >/dev/null`], { encoding: "utf8" });

  const [project, upload, batch] = sent.split(/(?<=^\}|\})\n(?=\{)/m).map((body) => JSON.parse(body));
  expect(project).toEqual(plan.project);
  expect(upload).toEqual({ files: [{ filename: "texts.jsonl", text: '{"text":"a \'b\' $HOME"}' }] });
  expect(batch).toEqual({ project_id: "id_1", upload_ids: ["id_1"], ...plan.batch });
});

test("a batch is named after its only file, or after the day", () => {
  const named = (data: Partial<Draft>) => planOf(draft(data), BOXES).batch.name;
  expect(named({ files: [file("street.zip", 10)] })).toBe("street.zip");
  expect(named({ files: [file("x".repeat(300), 10)] })).toHaveLength(200);
  expect(named({ files: [file("a.jpg", 10), file("b.jpg", 10)] })).toMatch(/^Batch of .*\d{4}$/);
  expect(named({ files: [file("a.jpg", 10)], urls: "https://a.test/1" })).toMatch(/^Batch of /);
  expect(curlOf(planOf(draft({ files: [file("Ann's.zip", 10)] }), BOXES), "http://assay.test")).toContain(
    String.raw`,"name":"Ann'\''s.zip"}'`,
  );
});

test("conflicts of labels are shown at the label, with the service's message", () => {
  const faults = labelFaults(
    [],
    [
      { key: "a", name: "car", hotkey: "1" },
      { key: "b", name: "car" },
      { key: "c", name: "bus", hotkey: "1" },
      { key: "d", name: " " },
      { key: "e", name: "bike", hotkey: "b" },
    ],
    "bbox",
  );

  expect(Object.fromEntries(faults)).toEqual({
    b: 'name "car" is already the name of label 0',
    c: 'hotkey must be another key; "car" already has "1"',
    d: "Enter a name.",
    e: 'hotkey must be a key that the editor does not use; "b" takes the box tool',
  });
});

test("an invalid field has a message", () => {
  const faults = fieldFaults([
    { key: "a", name: "why not", type: "text" },
    { key: "b", name: "which", type: "choice" },
  ]);

  expect(faults.get("a")).toMatch(/1 to 64 letters/);
  expect(faults.get("b")).toBe("options are missing for a choice");
});

test("pasted names are split at lines and commas", () => {
  expect(namesIn("car, bus\n tram ,")).toEqual(["car", "bus", "tram"]);
});
