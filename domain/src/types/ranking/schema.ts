import Type, { type Static } from "typebox";

const Id = Type.String({ minLength: 1, maxLength: 200 });
const MAX_RESPONSES = 100;

/** An order of the item's responses. */
export const RankingResult = Type.Object(
  {
    ranking: Type.Array(Id, {
      maxItems: MAX_RESPONSES,
      description: "The ids of all responses, the best first",
    }),
    ties: Type.Optional(
      Type.Array(Type.Array(Id, { maxItems: MAX_RESPONSES }), {
        maxItems: MAX_RESPONSES,
        description: "Tied responses: neighbors in the ranking, two or more in each list",
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "The responses from the best to the worst.",
    examples: [{ ranking: ["b", "a", "c"], ties: [["a", "c"]] }],
  },
);
export type RankingResult = Static<typeof RankingResult>;

/** The rank of each id, 0 is best; tied ids share a rank. */
export function placesOf({ ranking, ties = [] }: RankingResult): Map<string, number> {
  const groups = new Map(ties.flatMap((group) => group.map((id) => [id, group] as const)));
  const places = new Map<string, number>();
  let place = -1;
  let before: string | undefined;
  for (const id of ranking) {
    if (before === undefined || groups.get(before)?.includes(id) !== true) place += 1;
    places.set(id, place);
    before = id;
  }
  return places;
}
