import { createServer } from "node:http";
import { toHex } from "@assay/domain/log/bytes.ts";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { messageOf } from "../src/platform/drand.ts";
import { sha256 } from "../src/platform/sha256.ts";

/** A local stand-in for drand that signs by the same scheme with a key of its own. */
export async function startStandInBeacon() {
  const { shortSignatures } = bls12_381;
  const { secretKey, publicKey } = shortSignatures.keygen();
  const hash = "5a".repeat(32);
  const beacon = {
    answer: (signed: object): { status: number; body: string } => ({
      status: 200,
      body: JSON.stringify(signed),
    }),
  };
  const server = createServer((request, response) => {
    const round = Number(new RegExp(`^/${hash}/public/(\\d+)$`).exec(request.url ?? "")?.[1]);
    const signature = toHex(shortSignatures.sign(messageOf(sha256, round), secretKey).toBytes());
    const { status, body } = beacon.answer({ round, signature });
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return Object.assign(beacon, {
    chain: {
      url: `http://127.0.0.1:${port}`,
      hash,
      publicKey: toHex(publicKey.toBytes()),
      genesis: 1_700_000_000,
      period: 30,
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  });
}
