import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type, { type Static } from "typebox";
import type { Deps } from "../deps.ts";
import { type Caller, callerOf, type PersonCaller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { inChange } from "../platform/http/changes.ts";
import { errorResponses } from "../platform/http/error-handler.ts";
import { nullable } from "../platform/http/wire.ts";
import { findAddress, hasDigest, turnOff, turnOn } from "./store.ts";

const Frequency = Type.Enum(["none", "daily"], {
  description: "daily: at most one mail a day, and none if nothing is new",
});

const ChangeDigest = Type.Object(
  { frequency: Frequency },
  { additionalProperties: false, title: "ChangeDigest", examples: [{ frequency: "daily" }] },
);

const Digest = Type.Object(
  {
    frequency: Frequency,
    email: nullable(
      Type.String({ description: "The address by which the person signs in, and to which mails go" }),
    ),
  },
  { title: "Digest" },
);

/** Whether the signed-in person gets a daily mail with what waits for them. */
export const digestRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    "/digest",
    {
      config: { scope: "annotations:read" },
      schema: {
        operationId: "getDigest",
        summary: "Read whether you get a daily mail with what waits for you",
        tags: ["account"],
        response: { 200: Digest, ...errorResponses(401, 403, 429) },
      },
    },
    async (request) => presentDigest(deps.db, personIn(callerOf(request))),
  );

  app.put(
    "/digest",
    {
      // Every role may choose for itself.
      config: { scope: "annotations:read" },
      schema: {
        operationId: "changeDigest",
        summary: "Choose whether you get a daily mail with what waits for you",
        tags: ["account"],
        body: ChangeDigest,
        response: { 200: Digest, ...errorResponses(400, 401, 403, 415, 429) },
      },
    },
    async (request) =>
      inChange(deps, request, async (tx) => {
        const person = personIn(callerOf(request));
        if (request.body.frequency === "daily") await turnOn(tx, person, deps.now());
        else await turnOff(tx, person);
        return presentDigest(tx, person);
      }),
  );
};

function personIn(caller: Caller): PersonCaller {
  if (caller.kind === "person") return caller;
  throw new ServiceError("forbidden", "API keys get no mail: only people who are signed in have a digest");
}

async function presentDigest(db: Db, person: PersonCaller): Promise<Static<typeof Digest>> {
  const isDaily = await hasDigest(db, person);
  return { frequency: isDaily ? "daily" : "none", email: (await findAddress(db, person))?.email ?? null };
}
