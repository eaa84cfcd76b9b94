import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";

/** The provider's claims about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sets who is signed in there from now on. */
  claims: Claims;
}

const KEY_ID = "key-1";

/**
 * An OpenID Connect provider on a port of its own: discovery, authorization code with PKCE (S256), ID tokens by RS256.
 * Everybody who comes is `claims`; its discovery tells `told` beside or instead of what is so. Refuses a wrong client, code, verifier or redirect URI. Closed after the test file.
 */
export async function startIdentityProvider(
  redirectUri: string,
  claims: Claims,
  told: object = {},
): Promise<IdentityProvider> {
  const { jwks, token } = createSigner();
  const client = { clientId: "assay", clientSecret: randomBytes(16).toString("hex") };
  const codes = new Map<string, { challenge: string; nonce: string | null }>();
  const provider: IdentityProvider = { ...client, issuer: "", claims };

  function authorize(url: URL, response: ServerResponse): void {
    const asked = url.searchParams;
    const isFair =
      asked.get("client_id") === client.clientId &&
      asked.get("redirect_uri") === redirectUri &&
      asked.get("code_challenge_method") === "S256" &&
      asked.get("scope")?.split(" ").includes("openid");
    if (!isFair) return void response.writeHead(400).end(url.search);
    const code = randomBytes(16).toString("hex");
    codes.set(code, { challenge: asked.get("code_challenge") ?? "", nonce: asked.get("nonce") });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = new URLSearchParams(await text(request));
    const known = codes.get(sent.get("code") ?? "");
    codes.delete(sent.get("code") ?? "");
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64");
    const isClient =
      request.headers.authorization === `Basic ${basic}` || sent.get("client_secret") === client.clientSecret;
    const challenge = createHash("sha256")
      .update(sent.get("code_verifier") ?? "")
      .digest("base64url");
    if (known === undefined || !isClient || challenge !== known.challenge) {
      return void json(response, { error: "invalid_grant" }, 400);
    }
    const now = Math.floor(Date.now() / 1000);
    const issued = {
      iss: provider.issuer,
      aud: client.clientId,
      iat: now,
      exp: now + 60,
      nonce: known.nonce,
    };
    json(response, {
      access_token: "unused",
      token_type: "Bearer",
      id_token: token({ ...issued, ...provider.claims }),
    });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", provider.issuer);
    if (url.pathname === "/authorize") return authorize(url, response);
    if (url.pathname === "/token") return void exchange(request, response);
    if (url.pathname === "/jwks") return json(response, jwks);
    json(response, {
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      jwks_uri: `${provider.issuer}/jwks`,
      id_token_signing_alg_values_supported: ["RS256"],
      ...told,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  afterAll(() => void server.close());
  return Object.assign(provider, { issuer: `http://127.0.0.1:${port}` });
}

/** Signs ID tokens with a key that `jwks` tells. */
function createSigner() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    jwks: { keys: [{ ...publicKey.export({ format: "jwk" }), kid: KEY_ID, alg: "RS256", use: "sig" }] },
    token(claims: object): string {
      const parts = [{ alg: "RS256", typ: "JWT", kid: KEY_ID }, claims];
      const body = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
      return `${body}.${sign("sha256", Buffer.from(body), privateKey).toString("base64url")}`;
    },
  };
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
