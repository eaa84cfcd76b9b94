import Type, { type Static } from "typebox";
import { nullable } from "../platform/http/wire.ts";
import { Confused } from "./schemas.ts";

const Count = Type.Integer({ minimum: 0 });
const pairs = (of: string) =>
  nullable(
    Type.Array(Confused, {
      description: `${of}: the most frequent pairs first, up to 1,000; null for types without a single label`,
    }),
  );

export const ProjectConfusion = Type.Object(
  {
    project_id: Type.String(),
    batches: Type.Object(
      { read: Count, of: Count },
      { description: "The newest batches that are read, at most 50, of all of the project" },
    ),
    sample: Type.Object(
      { items: Count, of: Count },
      { description: "The items of these batches that are read, at random if there are more than 5,000" },
    ),
    confusion: pairs("Answers beside the accepted labels"),
    pair_confusion: pairs(
      "Answers beside the other answers to the same item, also of items without a label; each pair of answers counts twice, once for " +
        "each of the two as `answer`",
    ),
    gold_confusion: pairs("Answers beside gold"),
    audit_confusion: pairs("Answers beside the labels that the last audits found right, after their verdict"),
  },
  { title: "ProjectConfusion" },
);
export type ProjectConfusion = Static<typeof ProjectConfusion>;
