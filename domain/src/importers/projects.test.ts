import { expect, test } from "vitest";
import { imported } from "../../test/given-folder.ts";
import { cvatXml } from "./cvat-xml.ts";
import { labelStudio } from "./label-studio.ts";

const config = `<View>
  <Header value="Mark every car"/>
  <Image name="img" value="$image"/>
  <RectangleLabels name="box" toName="img">
    <Label value="car" background="#F00" hotkey="c"/>
    <Label value="bus" background="red" hotkey="ctrl+b"/>
  </RectangleLabels>
  <Choices name="weather" toName="img"><Choice value="rain"/></Choices>
</View>`;
const region = {
  ...{ type: "rectanglelabels", original_width: 200, original_height: 100 },
  value: { x: 5, y: 20, width: 15, height: 40, rectanglelabels: ["car"] },
};
const image = { image: "/data/upload/1/0a1b2c3d-cat.jpg" };

test("Label Studio's configuration and project come with what Assay cannot hold", async () => {
  const settings = {
    title: "Streets",
    label_config: "",
    expert_instruction: "<p>Look at <b>all</b> cars &amp; buses</p><ul><li>twice</li></ul>",
  };
  const { project, labels, annotation_type } = await imported(labelStudio, {
    "config.xml": config,
    "project-1.json": JSON.stringify(settings),
    "tasks.json": JSON.stringify([{ data: image, annotations: [{ result: [region] }] }]),
  });

  expect(annotation_type).toBe("object_detection");
  expect(labels).toEqual(["car", "bus"]);
  expect(project).toEqual({
    name: "Streets",
    instructions: "Look at all cars & buses\n\n- twice",
    labels: [{ name: "car", color: "#ff0000", hotkey: "c" }, { name: "bus" }],
    lost: [
      "<Choices> weather",
      "colors without a hexadecimal number",
      "hotkeys that are no single letter or digit",
      "formatting of the instructions",
    ],
  });
});

test.each([
  [
    '<Text name="t" value="$text"/><Choices name="c" toName="t" choice="multiple"><Choice value="a"/></Choices>',
    "multilabel_classification",
  ],
  [
    '<Image name="t" value="$image"/><Choices name="c" toName="t"><Choice value="a"/></Choices>',
    "image_classification",
  ],
  [
    '<Audio name="t" value="$audio"/><Labels name="c" toName="t"><Label value="a"/></Labels>',
    "audio_segmentation",
  ],
  [
    '<Text name="t" value="$text"/><Labels name="c" toName="t"><Label value="a"/></Labels>',
    "named_entity_recognition",
  ],
  ['<Text name="t" value="$text"/><TextArea name="c" toName="t"/>', "text_generation"],
])("a project of Label Studio without annotations has the type of its control: %s", async (tags, type) => {
  const files = {
    "config.xml": `<View>${tags}</View>`,
    "tasks.json": JSON.stringify([{ data: { text: "Good" } }]),
  };

  const { annotation_type, labels } = await imported(labelStudio, files);

  expect(annotation_type).toBe(type);
  expect(labels).toEqual(type === "text_generation" ? [] : ["a"]);
});

test("ground truth is a known answer; reviews, drafts and comments are named", async () => {
  const annotation = {
    completed_by: 7,
    ground_truth: true,
    reviews: [{ accepted: true }, { accepted: false }],
    result: [region],
  };
  const { items } = await imported(labelStudio, {
    "tasks.json": JSON.stringify([
      { data: image, annotations: [annotation], drafts: [{}], comment_count: 2 },
    ]),
  });

  expect(items).toMatchObject([
    {
      answers: [{ annotator: "7", is_known: true }],
      lost: ["reviews that accept", "reviews that reject", "drafts", "comments"],
    },
  ]);
});

const attribute = (name: string, input: string, values: string) =>
  `<attribute><name>${name}</name><mutable>True</mutable><input_type>${input}</input_type><default_value>a</default_value><values>${values}</values></attribute>`;
const box = (source: string) => `<box label="car" source="${source}" xtl="1" ytl="2" xbr="4" ybr="6"/>`;

test("a project of CVAT has its labels with colors and attributes, and each image the person of its task", async () => {
  const meta = `<project><name>Streets</name><tasks>
      <task><id>3</id><assignee><username>ann</username></assignee><segments><segment/><segment/></segments></task>
      <task><id>4</id><bugtracker>https://bugs.test</bugtracker></task>
    </tasks><labels><label><name>car</name><color>#FF0000</color><attributes>
      ${attribute("kind", "select", "taxi\nvan")}${attribute("parked", "checkbox", "false")}
      ${attribute("speed", "number", "0\n90\n1")}${attribute("plate no", "text", "")}
    </attributes></label></labels></project>`;
  const { project, items } = await imported(cvatXml, {
    "annotations.xml": `<annotations><meta>${meta}</meta>
      <image name="a.jpg" width="9" height="9" task_id="3" subset="train">${box("manual")}</image>
      <image name="b.jpg" width="9" height="9" task_id="4">${box("manual")}</image>
      <image name="c.jpg" width="9" height="9" task_id="3">${box("auto")}</image></annotations>`,
  });

  expect(project).toEqual({
    name: "Streets",
    instructions: null,
    labels: [
      {
        name: "car",
        color: "#ff0000",
        attributes: [
          { name: "kind", type: "choice", per: "object", options: ["taxi", "van"] },
          { name: "parked", type: "choice", per: "object", options: ["true", "false"] },
          { name: "speed", type: "number", per: "object", min: 0, max: 90 },
        ],
      },
    ],
    lost: [
      "<segments>: the division into jobs",
      "<bugtracker>",
      "mutable attributes",
      "defaults of attributes",
      "the definition of the attribute plate no of car: its name has other characters than letters, digits, _ and -",
    ],
  });
  expect(items).toMatchObject([
    { metadata: { subset: "train" }, answers: [{ annotator: "ann", model: null }] },
    { answers: [{ annotator: null, model: null }] },
    { answers: [{ annotator: null, model: "cvat" }] },
  ]);
});
