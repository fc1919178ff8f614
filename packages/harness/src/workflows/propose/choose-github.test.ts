import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChooseGithubOptions, chooseGithub } from './choose-github.ts';

const TOKEN = 'ghp_0123456789abcdef';

const choose = ({
  environment = { GITHUB_TOKEN: TOKEN },
  ...options
}: Omit<ChooseGithubOptions, 'host' | 'timeout_ms'> & { environment?: Record<string, string> }) =>
  chooseGithub({
    timeout_ms: 1000,
    host: { now: Date.now, entropy: (bytes) => randomBytes(bytes), environment },
    ...options,
  });

const PUBLIC = 'https://api.github.com';
const CORP = 'https://git.corp.test/api/v3';

test.each<{ why: string; options: Parameters<typeof choose>[0]; api_url: string; origin: string | null }>([
  {
    why: 'https on github.com',
    options: { address: 'https://github.com/acme/shop' },
    api_url: PUBLIC,
    origin: 'https://github.com',
  },
  { why: 'ssh on github.com', options: { address: 'git@github.com:acme/shop.git' }, api_url: PUBLIC, origin: null },
  {
    why: 'Enterprise by option',
    options: { address: 'https://git.corp.test/acme/shop', github_url: CORP },
    api_url: CORP,
    origin: 'https://git.corp.test',
  },
  {
    why: 'Enterprise by the environment, as in Actions',
    options: { address: 'git@git.corp.test:acme/shop', environment: { GITHUB_API_URL: CORP, GH_TOKEN: TOKEN } },
    api_url: CORP,
    origin: null,
  },
  {
    why: 'a tenant of ghe.com',
    options: { address: 'https://acme.ghe.com/acme/shop', github_url: 'https://api.acme.ghe.com' },
    api_url: 'https://api.acme.ghe.com',
    origin: 'https://acme.ghe.com',
  },
  {
    why: 'a path with the repository named',
    options: { address: '/srv/shop.git', repo: 'acme/shop' },
    api_url: PUBLIC,
    origin: null,
  },
])('$why', async ({ options, api_url, origin }) => {
  const chosen = await choose(options);
  expect(chosen).toMatchObject({
    api_url,
    repository: { owner: 'acme', name: 'shop' },
    head_owner: 'acme',
    token: TOKEN,
  });
  expect(chosen.credential?.origin ?? null).toBe(origin);
});

test('a branch on a fork is proposed to the original repository', async () => {
  const chosen = await choose({ address: 'https://github.com/ann/shop', repo: 'acme/shop' });
  expect(chosen).toMatchObject({ repository: { owner: 'acme', name: 'shop' }, head_owner: 'ann' });
});

test('a token is not used for a remote on another host', async () => {
  const chosen = await choose({ address: 'https://elsewhere.test/ann/shop', repo: 'acme/shop', github_url: PUBLIC });
  expect(chosen).toMatchObject({ token: TOKEN, credential: null });
});

test.each<{ why: string; options: Parameters<typeof choose>[0] }>([
  { why: 'an unnamed Enterprise host', options: { address: 'https://git.corp.test/acme/shop' } },
  {
    why: 'an API of another host than the remote',
    options: { address: 'https://git.corp.test/a/b', github_url: 'https://other.test/api/v3' },
  },
  {
    why: 'the public API for a remote elsewhere',
    options: { address: 'git@git.corp.test:a/b', environment: { GITHUB_TOKEN: TOKEN, GITHUB_API_URL: PUBLIC } },
  },
  {
    why: 'an API without encryption',
    options: { address: 'https://github.com/a/b', github_url: 'http://api.github.com' },
  },
  {
    why: 'credentials in the address of the API',
    options: { address: 'https://github.com/a/b', github_url: 'https://x:y@api.github.com' },
  },
  { why: 'not an address', options: { address: 'https://github.com/a/b', github_url: 'api' } },
  { why: 'a remote without a name', options: { address: '/srv/shop.git' } },
  { why: 'a missing remote', options: { address: 'origin' } },
])('rejects $why before sending a token', async ({ options }) => {
  const fault = await choose(options).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: 'usage' });
  expect(String(fault)).not.toContain(TOKEN);
});
