import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import { PASSWORD } from "../../people/sign-ins.ts";
import { countAttempt } from "../attempts.ts";
import { type SignInDeps, signIn } from "../sessions.ts";
import { Email } from "./schemas.ts";

const SignInBody = Type.Object(
  { email: Email, password: Type.String({ maxLength: PASSWORD.maxLength }) },
  { additionalProperties: false },
);

/** `POST /auth/sign-in/email` */
export const signInByEmailRoute: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  app.post("/sign-in/email", { schema: { body: SignInBody } }, async (request, reply) => {
    const { email, password } = request.body;
    await countAttempt(deps, request, reply, email);
    await signIn(deps, reply, { email, password });
    return reply.code(204).send();
  });
};
