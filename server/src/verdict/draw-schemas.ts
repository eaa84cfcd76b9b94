import Type, { type Static } from "typebox";
import { nullable } from "../platform/http/wire.ts";

const SHA256 = Type.String({ description: "SHA-256 in hexadecimal" });
const Position = Type.Integer({ description: "Position of the entry in /log" });

export const Draw = Type.Object(
  {
    round: Type.Integer(),
    seed_sha256: SHA256,
    root: nullable(
      Type.String({
        description:
          "Merkle root over the items, contents and labels of the round; null until they are fixed",
      }),
    ),
    items: nullable(Type.Integer({ description: "Items under the root" })),
    challenge: nullable(
      Type.Object({
        source: Type.Enum(["nonce", "beacon", "log"], {
          description:
            "nonce: sent by you; beacon: a round of a public beacon; log: the root hash of the log",
        }),
        nonce: Type.String(),
        beacon: nullable(
          Type.Object({
            chain: Type.String({ description: "The hash of the chain, in hexadecimal" }),
            round: Type.Integer(),
            signature: Type.String({ description: "In hexadecimal; its SHA-256 is the nonce" }),
          }),
        ),
      }),
    ),
    seed: nullable(
      Type.String({ description: "32 bytes in hexadecimal; null until the round has its verdict" }),
    ),
    log: Type.Object({
      committed_at: Position,
      fixed_at: nullable(Position),
      challenged_at: nullable(Position),
    }),
  },
  {
    title: "Draw",
    description: "Items are drawn in the order of HMAC-SHA-256(seed, nonce followed by the item's id)",
  },
);
export type Draw = Static<typeof Draw>;

export const DrawList = Type.Object({ data: Type.Array(Draw) }, { title: "DrawList" });

export const AddChallenge = Type.Object(
  {
    nonce: Type.String({
      minLength: 16,
      maxLength: 200,
      pattern: "^[!-~]*$",
      description: "A text that nobody can predict: 16 to 200 printable ASCII characters without spaces",
    }),
  },
  {
    additionalProperties: false,
    title: "AddChallenge",
    examples: [{ nonce: "9f2c41d07be84a1f8d3e5c6b7a909b1e" }],
  },
);
