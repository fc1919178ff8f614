import { parse } from 'hono/utils/cookie';
import { cookieAttributes, cookieNameFor } from '../http/cookies.ts';
import type { OidcFlow } from '../oidc/open-oidc.ts';

const NAME = 'assay_oidc';
const MINUTES = 10;

/** The Set-Cookie value that ties a sign-in to the browser that started it. */
export const flowCookie = (headers: Headers, { state, nonce, code_verifier }: OidcFlow): string =>
  `${cookieNameFor(headers, NAME)}=${[state, nonce, code_verifier].join('.')}${cookieAttributes(headers, MINUTES * 60)}`;

/** The sign-in that this browser started. */
export function readFlow(headers: Headers): OidcFlow | undefined {
  const name = cookieNameFor(headers, NAME);
  const [state, nonce, code_verifier] = (parse(headers.get('cookie') ?? '', name)[name] ?? '').split('.');
  if (!state || !nonce || !code_verifier) return undefined;
  return { state, nonce, code_verifier };
}
