import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";

export const uploadRoutes: FastifyPluginAsyncTypebox<Deps> = async () => undefined;
