import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the next ID token says. */
export interface Account {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  /** What the userinfo endpoint adds. */
  readonly userinfo?: Readonly<Record<string, unknown>>;
  /** Overrides what a correct provider writes. */
  readonly wrong?: Readonly<Record<string, unknown>>;
}

/** An identity provider on this machine. It signs everyone in without asking. */
export interface IdentityProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Who signs in next. */
  account: Account;
}

const CLIENT = { id: 'assay', secret: 'client-secret' };

interface Grant {
  readonly account: Account;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirect_uri: string;
}

/** Starts an identity provider with discovery, keys, and the endpoints for codes and tokens. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const provider = { account: { sub: 'nobody' } as Account };
  const server = createServer((request, response) => void answer(request, response));
  // on a busy machine, a client may use a connection again much later
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign = (claims: object): string => {
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
    const content = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`;
    return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`;
  };

  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const code = randomBytes(16).toString('hex');
    const redirect_uri = query.get('redirect_uri') ?? '';
    grants.set(code, {
      account: provider.account,
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      redirect_uri,
    });
    const back = new URL(redirect_uri);
    back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '' }));
    response.writeHead(302, { location: back.href }).end();
  };

  const exchange = async (request: IncomingMessage): Promise<[number, object]> => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isKnown = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
    if (!isKnown || grant?.challenge !== challenge || grant.redirect_uri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    const { wrong, userinfo, ...claims } = grant.account;
    const now_s = Math.floor(Date.now() / 1000);
    const token = {
      iss: issuer,
      aud: CLIENT.id,
      iat: now_s,
      exp: now_s + 300,
      nonce: grant.nonce,
      ...claims,
      ...wrong,
    };
    return [200, { access_token: 'x', token_type: 'bearer', id_token: sign(token) }];
  };

  const documents: Readonly<Record<string, object>> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/keys': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    if (pathname === '/authorize') return authorize(searchParams, response);
    const { sub, userinfo } = provider.account;
    const known = pathname === '/userinfo' ? { sub, ...userinfo } : (documents[pathname] ?? { error: 'unknown' });
    const [status, document] = pathname === '/token' ? await exchange(request) : [200, known];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  };

  return Object.assign(provider, {
    issuer,
    environment: {
      ASSAY_OIDC_ISSUER: issuer,
      ASSAY_OIDC_CLIENT_ID: CLIENT.id,
      ASSAY_OIDC_CLIENT_SECRET: CLIENT.secret,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
