/**
 * Whether the rules in a certificate have the digest that it states. True for certificates of earlier versions,
 * which have no rules.
 */
export async function haveStatedDigest({
  judging_rules,
}: Readonly<Record<string, unknown>>): Promise<boolean> {
  if (judging_rules === undefined) return true;
  if (typeof judging_rules !== "object" || judging_rules === null) return false;
  if (!("sha256" in judging_rules && "rules" in judging_rules)) return false;
  const bytes = new TextEncoder().encode(canonicalJson(judging_rules.rules));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === judging_rules.sha256;
}

/** JSON without white space, with the names of each object in the order of their UTF-16 code units (RFC 8785). */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}
