import { ANNOTATION_TYPES } from "../types/registry.ts";

/** All canonical annotation types, for the formats that carry any result unchanged. */
export const EVERY_TYPE: readonly string[] = ANNOTATION_TYPES.map(({ name }) => name);
