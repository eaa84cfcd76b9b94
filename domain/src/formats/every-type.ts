import { ANNOTATION_TYPES } from "../types/registry.ts";

/** The canonical annotation types there are, for the formats that carry any result as it stands. */
export const EVERY_TYPE: readonly string[] = ANNOTATION_TYPES.map(({ name }) => name);
