import type { Deps } from "../deps.ts";
import type { DigestKey } from "./store.ts";

const PURPOSE = "digest";

/** The address at which anybody who has it ends a member's daily mail; it is valid as long as the master key. */
export function unsubscribeUrl(
  { secrets, config }: Pick<Deps, "secrets" | "config">,
  { account_id, member_id }: DigestKey,
): string {
  const named = `${account_id}.${member_id}`;
  return `${config.baseUrl}/digest/${named}.${secrets.sign(PURPOSE, named)}`;
}

/** The member whom a link names; undefined unless the service signed it. */
export function memberOfLink({ secrets }: Pick<Deps, "secrets">, link: string): DigestKey | undefined {
  const [account_id = "", member_id = "", signature = "", ...rest] = link.split(".");
  const isOurs = rest.length === 0 && secrets.isSigned(PURPOSE, `${account_id}.${member_id}`, signature);
  return isOurs ? { account_id, member_id } : undefined;
}
