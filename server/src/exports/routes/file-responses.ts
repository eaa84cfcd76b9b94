import Type from "typebox";
import { AnyFile } from "../schemas.ts";

/** The responses that send a file, whole or in part. */
export const fileResponses = {
  200: AnyFile,
  206: AnyFile,
  304: Type.Null({ description: "Not modified" }),
};
