import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../deps.ts";

export const qualityRoutes: FastifyPluginAsyncTypebox<Deps> = async () => undefined;
