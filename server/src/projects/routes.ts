import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";

export const projectRoutes: FastifyPluginAsyncTypebox<Deps> = async () => undefined;
