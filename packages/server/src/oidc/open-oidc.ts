import { AssayError } from '@assay/schema';
import type { Configuration } from 'openid-client';
import type { Identity } from '../store/tables/access/members.ts';
import { isLoopback, type OidcSettings } from './oidc-settings.ts';

/** What a browser keeps between the start and the end of a sign-in. */
export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

/** A person whose address the identity provider has verified. */
export interface VerifiedPerson extends Identity {
  readonly email: string;
  readonly name: string;
}

export interface Oidc {
  readonly settings: OidcSettings;
  /** The page of the identity provider, which then opens `redirect_uri`. */
  start(redirect_uri: string): Promise<{ url: string; flow: OidcFlow }>;
  /** Who signed in. `callback` is the address that the identity provider opened. */
  finish(callback: URL, flow: OidcFlow): Promise<VerifiedPerson>;
}

const TIMEOUT_S = 10;

/** Signs people in by the Authorization Code flow with PKCE. The identity provider is asked when it is first needed. */
export function openOidc(settings: OidcSettings): Oidc {
  let discovered: Promise<Configuration> | undefined;
  const configure = (): Promise<Configuration> => {
    discovered ??= discover(settings).catch((error) => {
      // the next sign-in tries again
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  return {
    settings,
    async start(redirect_uri) {
      const client = await import('openid-client');
      const configuration = await configure();
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        code_verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.code_verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },
    async finish(callback, flow) {
      const configuration = await configure();
      return toPerson(await readClaims(configuration, callback, flow));
    },
  };
}

async function discover({ issuer, client_id, client_secret }: OidcSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const authentication = client_secret === null ? client.None() : client.ClientSecretPost(client_secret);
  try {
    return await client.discovery(issuer, client_id, undefined, authentication, {
      timeout: TIMEOUT_S,
      ...(isLoopback(issuer) ? { execute: [client.allowInsecureRequests] } : {}),
    });
  } catch (cause) {
    throw new AssayError(
      'remote_unavailable',
      `The identity provider ${issuer.host} cannot be used: ${(cause as Error).message}. Try again, or check ASSAY_OIDC_ISSUER of the server.`,
      { cause },
    );
  }
}

type Claims = Readonly<Record<string, unknown>>;

/** The claims of the ID token, after all its checks, and those of the userinfo endpoint if it has no verified address. */
async function readClaims(configuration: Configuration, callback: URL, flow: OidcFlow): Promise<Claims> {
  const client = await import('openid-client');
  try {
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.code_verifier,
      idTokenExpected: true,
    });
    const claims: Claims = tokens.claims() ?? {};
    const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined;
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const more = await client.fetchUserInfo(configuration, tokens.access_token, String(claims['sub']));
    // what it says about another address does not count for this one
    return claims['email'] === undefined || claims['email'] === more.email ? { ...more, ...claims } : claims;
  } catch (cause) {
    throw new AssayError(
      'unauthorized',
      `The sign-in at the identity provider failed: ${(cause as Error).message}. Start again from the sign-in page.`,
      { cause },
    );
  }
}

function toPerson({ iss, sub, email, email_verified, name }: Claims): VerifiedPerson {
  if (typeof email !== 'string' || email_verified !== true)
    throw new AssayError(
      'forbidden',
      'The identity provider did not send a verified email address. Verify your address there, then sign in again.',
    );
  return {
    issuer: String(iss),
    subject: String(sub),
    email: email.trim().toLowerCase(),
    name: typeof name === 'string' ? name : email,
  };
}
