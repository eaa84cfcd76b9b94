import Type from "typebox";
import { STORE_REDIRECT } from "../../platform/blobs/send-blob.ts";
import { AnyFile } from "../schemas.ts";

/** The responses that send a file, whole or in part. */
export const fileResponses = {
  200: AnyFile,
  206: AnyFile,
  307: STORE_REDIRECT,
  304: Type.Null({ description: "Not modified" }),
};
