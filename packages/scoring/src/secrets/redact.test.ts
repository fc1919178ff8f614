import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact, redactText } from './redact.ts';
import { SECRET_RULES } from './rules.ts';

// assembled here so that no file contains anything that looks like a secret
const x = (characters: string, length: number) =>
  characters.repeat(Math.ceil(length / characters.length)).slice(0, length);
const SAMPLES: Record<string, string> = {
  'private-key': `-----BEGIN RSA PRIVATE KEY-----\n${x('MIIEab9/', 200)}\n-----END RSA PRIVATE KEY-----`,
  anthropic: `sk-ant-${x('api03aB9', 40)}`,
  openai: `sk-${x('aB3dE6gH', 48)}`,
  assay: `assay_sk_${x('a1b2', 24)}`,
  aws: `AKIA${x('ABCDEFG2', 16)}`,
  github: `ghp_${x('aB3d', 36)}`,
  'github-fine-grained': `github_pat_${x('aB3d_', 82)}`,
  gitlab: `glpat-${x('aB3d', 20)}`,
  google: `AIza${x('aB3d', 35)}`,
  'gcp-service-account': `"private_key_id": "${x('0a1b2c3d', 40)}"`,
  slack: `xoxb-${x('1234-', 24)}`,
  'slack-webhook': `https://hooks.slack.com/services/${x('T0B1/', 30)}`,
  stripe: `sk_live_${x('aB3d', 24)}`,
  npm: `npm_${x('aB3d', 36)}`,
  pypi: `pypi-${x('aB3d', 60)}`,
  'hugging-face': `hf_${x('aBcD', 34)}`,
  sendgrid: `SG.${x('aB3d', 22)}.${x('aB3d', 43)}`,
  twilio: `SK${x('0a1b', 32)}`,
  digitalocean: `dop_v1_${x('0a1b', 64)}`,
  databricks: `dapi${x('0a1b', 32)}`,
  vault: `hvs.${x('aB3d', 30)}`,
  'azure-storage': `AccountKey=${x('aB3d', 86)}==`,
  jwt: `eyJ${x('aB3d', 20)}.eyJ${x('aB3d', 30)}.${x('aB3d', 43)}`,
  bearer: `Bearer ${x('aB3d', 32)}`,
  'url-password': 'postgres://admin:hunter22@db.example.com/app',
};

test('there is a sample of every kind', () => {
  expect(Object.keys(SAMPLES)).toEqual(SECRET_RULES.map(({ id }) => id));
});

test.each(Object.entries(SAMPLES))('%s is taken out and named, wherever it stands', (id, secret) => {
  for (const text of [secret, `export KEY="${secret}" # mine`, `{"a":"${secret}"}`, `before\n${secret}\nafter`]) {
    const { text: redacted, count } = redactText(text);
    expect(count).toBe(1);
    expect(redacted).toContain(`[redacted ${id}]`);
    expect(redacted).not.toContain(id === 'url-password' ? 'hunter22' : secret.slice(-12));
  }
});

test.each([
  'the task-runner skips risk-free tests',
  'https://example.com/a:b?c=d',
  'git@github.com:owner/repository.git',
  'postgres://$USER:$PASSWORD@host/db',
  'sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'Authorization: Bearer $TOKEN',
  'const key = process.env.OPENAI_API_KEY',
])('keeps ordinary text: %s', (text) => {
  expect(redactText(text)).toEqual({ text, count: 0 });
});

test('checks every text of a value including keys, and does not modify the value', () => {
  const secret = SAMPLES['github'] as string;
  const value = { a: [{ b: `x ${secret}` }], [secret]: 1 };
  const { value: redacted, count } = redact(value);
  expect(count).toBe(2);
  expect(JSON.stringify(redacted)).not.toContain(secret);
  expect(JSON.stringify(value)).toContain(secret);
});

test('returns a value without secrets unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(redact(value).value).toEqual(value);
    }),
  );
});

test('handles a million characters of near matches', () => {
  for (const piece of ['sk-', '-----BEGIN PRIVATE KEY-----', '://a:', 'eyJaaaaaaaaaaaa.', 'Bearer ', 'ghp_']) {
    expect(redactText(piece.repeat(200_000)).text).toBeTypeOf('string');
  }
});
