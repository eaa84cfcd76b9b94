import { expect, test } from "vitest";
import { imported, resultsOf } from "../../test/given-folder.ts";
import { labelStudio } from "./label-studio.ts";

const image = { original_width: 200, original_height: 100, from_name: "tag", to_name: "image" };
const task = (data: object, result: object[], rest: object = {}) => ({
  "tasks.json": JSON.stringify([{ id: 5, data, annotations: [{ result }], ...rest }]),
});
const point = (name: string, x: number, y: number, rest: object = {}) => ({
  ...{ ...image, type: "keypointlabels", value: { x, y, width: 0.5, keypointlabels: [name] }, ...rest },
});

test("points in a box are an object with the label of the box", async () => {
  const box = (id: string, label: string) => ({
    ...{ ...image, id, type: "rectanglelabels" },
    value: { x: 0, y: 0, width: 50, height: 50, rectanglelabels: [label] },
  });
  const result = [
    ...[box("p", "person"), box("d", "dog")],
    ...[point("nose", 5, 10, { parentID: "p" }), point("nose", 50, 50, { parentID: "d" })],
    point("tail", 25, 50, { parentID: "d" }),
  ];
  const dataset = await imported(labelStudio, task({ image: "a.jpg" }, result));

  expect(dataset).toMatchObject({
    annotation_type: "keypoint",
    labels: ["person", "dog"],
    type_options: { keypoints: ["nose", "tail"] },
    items: [{ lost: ["regions of type rectanglelabels"] }],
  });
  expect(resultsOf(dataset)).toEqual([
    {
      objects: [
        { label: "person", points: { nose: [10, 10, 2] } },
        { label: "dog", points: { nose: [100, 50, 2], tail: [50, 50, 2] } },
      ],
    },
  ]);
});

test("of points without an object the first of each name are one, and that is named", async () => {
  const result = [point("nose", 5, 10), point("tail", 25, 50), point("nose", 50, 50)];
  const dataset = await imported(labelStudio, task({ image: "a.jpg" }, result));

  expect(dataset).toMatchObject({ labels: ["object"], items: [{ lost: ["which points are one object"] }] });
  expect(resultsOf(dataset)).toEqual([
    {
      objects: [
        { label: "object", points: { nose: [10, 10, 2], tail: [50, 50, 2] } },
        { label: "object", points: { nose: [100, 50, 2] } },
      ],
    },
  ]);
});

test("the names of keypoints come from the configuration, in its order", async () => {
  const config =
    '<View><Image name="image" value="$image"/><KeyPointLabels name="tag" toName="image"><Label value="tail"/><Label value="nose"/></KeyPointLabels></View>';
  const dataset = await imported(labelStudio, {
    ...task({ image: "a.jpg" }, [point("nose", 5, 10)]),
    "config.xml": config,
  });

  expect(dataset).toMatchObject({
    labels: ["object"],
    type_options: { keypoints: ["tail", "nose"] },
    project: { lost: [] },
  });
});

const responses = [
  { id: 1, title: "First", body: "A dog." },
  { id: 2, title: "Second", body: "A cat." },
];
const ranker = (lists: object) => ({
  type: "ranker",
  from_name: "rank",
  to_name: "list",
  value: { ranker: lists },
});

test("a ranking compares the responses of a conversation", async () => {
  const dialogue = [{ author: "user", text: "What is it?" }];
  const dataset = await imported(
    labelStudio,
    task({ dialogue, items: responses, source: "web" }, [ranker({ rank: ["2", "1"] })]),
  );

  expect(dataset).toMatchObject({ annotation_type: "ranking", labels: [] });
  expect(dataset.items).toMatchObject([
    {
      ...{ media: null, text: null, metadata: { source: "web" }, lost: [] },
      conversation: {
        messages: [{ role: "user", content: "What is it?" }],
        responses: [
          { id: "1", text: "A dog." },
          { id: "2", text: "A cat." },
        ],
      },
      answers: [{ result: { ranking: ["2", "1"] } }],
    },
  ]);
});

test("responses to a plain prompt are a conversation, and buckets are named as lost", async () => {
  const result = [ranker({ good: ["2"], bad: ["1"] })];
  const dataset = await imported(labelStudio, task({ prompt: "What is it?", items: responses }, result));

  expect(dataset.items).toMatchObject([
    {
      conversation: { messages: [{ role: "user", content: "What is it?" }] },
      ...{ answers: [], lost: ["buckets of a ranking", "annotations without a value"] },
    },
  ]);
});

test("stars and numbers are ratings, and their scales hold all values", async () => {
  const rated = (from_name: string, type: string, value: number) => ({
    ...{ type, from_name, to_name: "text", value: { [type]: value } },
  });
  const dataset = await imported(labelStudio, {
    "tasks.json": JSON.stringify(
      [
        [rated("stars", "rating", 4), rated("price", "number", 12.5)],
        [rated("stars", "rating", 5), rated("price", "number", -3)],
      ].map((result) => ({ data: { text: "Good" }, annotations: [{ result }] })),
    ),
  });

  expect(dataset).toMatchObject({
    annotation_type: "rating",
    type_options: {
      scales: [
        { name: "stars", min: 1, max: 5 },
        { name: "price", min: -3, max: 13, step: 0.1 },
      ],
    },
  });
  expect(resultsOf(dataset)).toEqual([
    { ratings: { stars: 4, price: 12.5 } },
    { ratings: { stars: 5, price: -3 } },
  ]);
});

test("the configuration knows the scales of numbers with both bounds", async () => {
  const config = (bounds: string) =>
    `<View><Text name="text" value="$text"/><Number name="price" toName="text" ${bounds}/></View>`;
  const tasks = task({ text: "Good" }, [{ type: "number", from_name: "price", value: { number: 3 } }]);
  const optionsWith = async (bounds: string) =>
    (await imported(labelStudio, { ...tasks, "config.xml": config(bounds) })).type_options;

  expect(await optionsWith('min="0" max="10" step="0.5"')).toEqual({
    scales: [{ name: "price", min: 0, max: 10, step: 0.5 }],
  });
  expect(await optionsWith('min="0"')).toEqual({ scales: [{ name: "price", min: 1, max: 5 }] });
});

const textarea = { type: "textarea", from_name: "answer", to_name: "chat", value: { text: ["A dog."] } };

test("a text about a conversation or a text is generated, one about a file a transcript", async () => {
  const messages = [{ role: "user", content: "What is it?" }];
  const typeOf = async (data: object) =>
    (await imported(labelStudio, task(data, [textarea]))).annotation_type;

  expect(await typeOf({ messages })).toBe("text_generation");
  expect(await typeOf({ text: "Long." })).toBe("text_generation");
  expect(await typeOf({ audio: "a.wav" })).toBe("transcription");
});

test("further texts and predictions without a value are named", async () => {
  const dataset = await imported(
    labelStudio,
    task({ text: "Long." }, [textarea, textarea], { predictions: [{ result: [] }] }),
  );

  expect(dataset.items).toMatchObject([
    { answers: [{ result: { text: "A dog." } }], lost: ["further texts", "predictions without a value"] },
  ]);
});

test("the text of a segment is no loss, a text of no segment is", async () => {
  const segment = { type: "labels", id: "s", value: { start: 0, end: 1, labels: ["ann"] } };
  const said = (id: string) => ({ ...textarea, id });
  const lostIn = async (result: object[]) =>
    (await imported(labelStudio, task({ audio: "a.wav" }, result), "audio_segmentation")).items;

  expect(await lostIn([segment, said("s")])).toMatchObject([
    { answers: [{ result: { segments: [{ text: "A dog." }] } }], lost: [] },
  ]);
  expect(await lostIn([segment, said("t")])).toMatchObject([{ lost: ["texts of no segment"] }]);
});

test("regions that are no entities are named", async () => {
  const span = { type: "labels", id: "s", value: { start: 0, end: 1, labels: ["ann"] } };
  const choice = { type: "choices", value: { choices: ["good"] } };
  const dataset = await imported(labelStudio, task({ text: "Good" }, [span, choice]));

  expect(dataset.items).toMatchObject([{ lost: ["regions of type choices"] }]);
});

const PAIR = `<View><Text name="ask" value="$prompt"/><Text name="one" value="$first"/><Text name="two" value="$second"/>
  <Pairwise name="better" toName="one,two"/></View>`;
const chosen = (selected: unknown, to_name: unknown = "one,two") => ({
  ...{ type: "pairwise", from_name: "better", to_name, value: { selected } },
});

const compared = (data: object, result: object[]) => ({ data, annotations: [{ result }] });

test("a comparison of two texts is a ranking of them", async () => {
  const data = { second: "No.", prompt: "Is it?", first: "Yes.", source: "web" };
  const tasks = [[chosen("right")], [chosen("left")], []].map((result) => compared(data, result));

  const dataset = await imported(labelStudio, { "a.json": JSON.stringify(tasks), "config.xml": PAIR });

  const responses = [
    { id: "first", text: "Yes." },
    { id: "second", text: "No." },
  ];
  const conversation = { messages: [{ role: "user", content: "Is it?" }], responses };
  expect(dataset).toMatchObject({ annotation_type: "ranking", project: { lost: [] } });
  expect(dataset.items).toMatchObject([
    { conversation, metadata: { source: "web" }, answers: [{ result: { ranking: ["second", "first"] } }] },
    { conversation, answers: [{ result: { ranking: ["first", "second"] } }] },
    { conversation, answers: [], lost: ["annotations without a value"] },
  ]);
});

test("without the configuration, the names of the compared texts are keys of the data", async () => {
  const tasks = [compared({ a: "Yes.", b: "No.", question: "Is it?" }, [chosen("left", ["a", "b"])])];

  const dataset = await imported(labelStudio, { "a.json": JSON.stringify(tasks) });

  expect(dataset.items).toMatchObject([{ answers: [{ result: { ranking: ["a", "b"] } }] }]);
});

test.each([
  [
    { prompt: "?", first: "Yes.", second: "No." },
    "both",
    'value.selected: must be left or right, not "both"',
  ],
  [{ prompt: "?", first: "Yes." }, "left", "data.second: must be a text, not absent"],
  [
    { prompt: "?", first: "/data/upload/a.png", second: "No." },
    "left",
    "compares files, and a ranking compares texts",
  ],
  [{ first: "Yes.", second: "No." }, "left", "has no text to which the two texts respond"],
])("a comparison that cannot be read is named: %j %s", async (data, selected, fault) => {
  const tasks = [compared(data, [chosen(selected)])];

  const dataset = await imported(labelStudio, { "a.json": JSON.stringify(tasks), "config.xml": PAIR });

  expect(dataset.items).toMatchObject([{ fault: expect.stringContaining(fault) }]);
});
