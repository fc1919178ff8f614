import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findSecrets } from './find-secrets.ts';

// built at run time from a seed, so that this file contains nothing that looks like a secret
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const draw = (length: number, { seed = 1, alphabet = ALPHABET } = {}): string => {
  let state = seed * 7919;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return alphabet[Math.floor((state / 2147483648) * alphabet.length)];
  }).join('');
};
const hex = (length: number): string => draw(length, { alphabet: '0123456789abcdef' });
const upper = (length: number): string => draw(length, { alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' });

const KEY = `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${draw(64)}\n${draw(64, { seed: 2 })}\n-----END RSA PRIVATE ${'KEY'}-----`;
const SECRETS: Record<string, string> = {
  'private-key': KEY,
  anthropic: `sk-ant-api03-${draw(40)}`,
  openai: `sk-proj-${draw(48)}`,
  aws: `AKIA${upper(16)}`,
  github: `ghp_${draw(36)}`,
  'github-fine-grained': `github_pat_${draw(82)}`,
  gitlab: `glpat-${draw(20)}`,
  google: `AIza${draw(35)}`,
  'gcp-service-account': `"private_key_id": "${hex(40)}"`,
  slack: `xoxb-${draw(12, { alphabet: '0123456789' })}-${draw(24)}`,
  'slack-webhook': `hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${draw(24)}`,
  stripe: `sk_live_${draw(24)}`,
  npm: `npm_${draw(36)}`,
  pypi: `pypi-${draw(60)}`,
  'hugging-face': `hf_${draw(34)}`,
  sendgrid: `SG.${draw(22)}.${draw(43, { seed: 3 })}`,
  twilio: `SK${hex(32)}`,
  digitalocean: `dop_v1_${hex(64)}`,
  databricks: `dapi${hex(32)}`,
  vault: `hvs.${draw(30)}`,
  'azure-storage': `AccountKey=${draw(86)}==`,
  jwt: `eyJ${draw(20)}.eyJ${draw(30)}.${draw(43)}`,
  bearer: `Bearer ${draw(32)}`,
  'url-password': `://admin:${draw(14)}`,
};

const find = (path: string, after: string, before: string | null = '') =>
  findSecrets(new Map([[path, { before, after }]]));
const rules = (path: string, after: string) => find(path, after).findings.map(({ rule }) => rule);

test.each(Object.entries(SECRETS))('finds an added %s without showing it', (rule, secret) => {
  const after = `first\n${rule === 'url-password' ? `postgres${secret}@db.company.io/app` : `x ${secret}`}\nlast\n`;
  const { findings, added_lines } = find('src/settings.ts', after, 'first\nlast\n');
  expect(added_lines).toBe(secret.split('\n').length);
  expect(findings).toEqual([
    {
      rule,
      path: 'src/settings.ts',
      line: 2,
      starts: secret.slice(0, 4),
      sha256: createHash('sha256').update(secret).digest('hex'),
    },
  ]);
  expect(JSON.stringify(findings)).not.toContain(secret.slice(5));
});

test.each([
  ['src/a.py', `API_KEY = "${draw(32)}"`],
  ['src/a.ts', `const clientSecret = '${draw(40)}';`],
  ['src/a.ts', `  dbPassword: "${draw(20)}",`],
  ['src/a.go', `token := "${hex(40)}"`],
  ['config/app.yml', `  access_token: ${draw(32)}`],
  ['config/app.properties', `db.password=${draw(24)}`],
  ['a.json', `{ "secret_key": "${draw(50)}" }`],
])('%s: finds a random value with a secret name', (path, after) => {
  expect(rules(path, after)).toEqual(['named-value']);
});

test.each([
  ['a.py', 'API_KEY = os.environ["API_KEY_FOR_SERVICE_1"]', 'a lookup'],
  ['a.ts', 'const token = process.env.SERVICE_TOKEN_2_VALUE;', 'a lookup'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
  ['a.yml', '  token: ${{ secrets.DEPLOY_TOKEN_2_PROD }}', 'a reference'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
  ['a.yml', '  password: ${DB_PASSWORD:-changeme12345}', 'a reference'],
  ['a.ts', 'const apiKey = "YOUR_API_KEY_GOES_HERE_123";', 'a placeholder'],
  ['a.ts', 'const apiKey = "xxxxxxxxxxxxxxxxxxxxxxxx1";', 'a placeholder'],
  ['a.ts', 'const password = "correct-horse-battery-staple-1";', 'words'],
  ['a.ts', 'const TOKEN = "access-token-v2-header-name";', 'a name'],
  ['a.ts', `const nextPageToken = "${draw(32)}";`, 'a pagination token'],
  ['a.ts', `const publicKey = "${draw(40)}";`, 'a public value'],
  ['a.ts', `const integrity = "sha512-${draw(86)}==";`, 'a checksum'],
  ['a.ts', `const commit = "${hex(40)}";`, 'a commit'],
  ['a.ts', 'const token = "123e4567-e89b-12d3-a456-426614174000";', 'an identifier'],
  ['a.ts', 'type = { password: "PasswordInputField2Component" }', 'a component'],
  ['a.ts', 'i18n.token = "errors.auth.token.expired.v2"', 'a translation key'],
  ['a.ts', 'const secret = "/var/run/secrets/db1/password";', 'a path'],
  ['a.tf', 'secret = "arn:aws:secretsmanager:us-east-1:123456789012:secret:x"', 'the location of a secret'],
  ['a.py', `AWS = "AKIA${'IOSFODNN7'}EXAMPLE"`, 'the key from the documentation'],
  ['a.py', `key = "sk-${'x'.repeat(40)}"`, 'a placeholder'],
  ['a.py', `token = "ghp_${'0'.repeat(36)}"`, 'a placeholder'],
  ['a.py', `token = "ghp_${'abcdefghijklmnopqrstuvwxyz0123456789'}"`, 'the alphabet'],
  ['a.css', `.sk-${'fading-circle-loading-animation-wrapper'} { }`, 'a class'],
  ['a.ts', `const stripe = "sk_test_${draw(24)}";`, 'a test-mode key'],
  ['a.ts', `if (text.startsWith('-----BEGIN PRIVATE ${'KEY'}-----')) {`, 'code that reads keys'],
  ['a.md', `-----BEGIN PRIVATE ${'KEY'}-----\n...\n-----END PRIVATE ${'KEY'}-----`, 'three dots'],
  ['a.yml', 'url: postgres://postgres:postgres@localhost:5432/app', 'a local database'],
  ['a.yml', 'url: postgres://app:s3cr3tpw99@db:5432/app', 'a database of the same network'],
  ['a.yml', 'url: https://user:hunter2secret@example.com/', 'an example'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
  ['a.ts', 'const url = `postgres://${user}:${password}@${host}/db`;', 'a template'],
  ['a.py', 'url = f"amqp://{user}:{password}@{host}"', 'a template'],
  ['a.ts', "headers: { Authorization: 'Bearer ' + token }", 'a header'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
  ['a.ts', 'Authorization: `Bearer ${accessTokenOfTheUser}`', 'a header'],
  ['a.ts', "const text = 'Bearer authentication-is-required-here';", 'a sentence'],
  ['tests/test_auth.py', `password = "${draw(20)}"`, 'a password in a test'],
  ['tests/test_auth.py', `token = "eyJ${draw(20)}.eyJ${draw(30)}.${draw(43)}"`, 'a token in a test'],
  ['docs/auth.md', `curl -H "Authorization: Bearer ${draw(32)}"`, 'documentation'],
  ['package-lock.json', `"integrity": "${SECRETS['github']}"`, 'a lock'],
  ['yarn.lock', `resolved "https://a:${draw(12)}@host.io"`, 'a lock'],
  ['go.sum', `x ${SECRETS['npm']}`, 'a lock'],
  ['logo.svg', `<path d="${SECRETS['google']}"/>`, 'a picture'],
  ['vendor/x/a.go', `k := "${SECRETS['github']}"`, 'vendored code'],
  ['lib/x.min.js', `k="${SECRETS['github']}"`, 'generated code'],
])('%s: ignores %s: %s', (path, after) => {
  expect(rules(path, after)).toEqual([]);
});

test('ignores a value that a changed file already contained', () => {
  const secret = SECRETS['github'] as string;
  const files = new Map([
    ['old.ts', { before: `const a = '${secret}';\n`, after: null }],
    ['new.ts', { before: null, after: `const a =\n  '${secret}';\n` }],
  ]);
  expect(findSecrets(files).findings).toEqual([]);
  expect(find('a.ts', `x\n${secret}\n`, `${secret}\n`).findings).toEqual([]);
});

test.each([
  ['.env', 'PORT=1\n', true],
  ['app/.env.production', 'PORT=1\n', true],
  ['.envrc', 'x\n', true],
  ['server.pem', 'binary', true],
  ['a.p12', '', true],
  ['id_rsa', 'x', true],
  ['release.keystore', '', true],
  ['.env.example', 'PORT=1\n', false],
  ['.env.local.sample', 'PORT=1\n', false],
  ['.env.template', 'PORT=1\n', false],
  ['.env', '\n', false],
  ['env.ts', 'x', false],
  ['environment', 'x', false],
  ['id_rsa.pub', 'ssh-rsa x', false],
  ['ca.pem', '-----BEGIN CERTIFICATE-----\nx\n', false],
])('a new file %s with %j is a secret file: %s', (path, after, expected) => {
  expect(find(path, after, null).findings.map(({ rule }) => rule)).toEqual(expected ? ['secret-file'] : []);
  // an existing file is not reported
  expect(find(path, after, 'y').findings).toEqual([]);
});

test('reports a multi-line key once, at its first line', () => {
  expect(find('a.txt', `a\nb\n${KEY}\n`).findings).toMatchObject([{ rule: 'private-key', line: 3 }]);
});

test('counts added lines, also in ignored files', () => {
  expect(find('yarn.lock', 'a\nb\n').added_lines).toBe(2);
  expect(find('a.ts', 'a\n', 'a\nb\n').added_lines).toBe(0);
});

test.each([
  ['a line of fifty million characters', 'a'.repeat(50_000_000)],
  ['key headers', `-----BEGIN PRIVATE ${'KEY'}-----\n`.repeat(20_000)],
  ['almost addresses', '://a:'.repeat(200_000)],
  ['almost values', 'token="'.repeat(200_000)],
  [
    'a hundred thousand secrets',
    Array.from({ length: 20_000 }, (_, seed) => `"ghp_${draw(36, { seed: seed + 1 })}"`).join('\n'),
  ],
])('handles %s with a bounded number of findings', { timeout: 60_000 }, (_, text) => {
  expect(find('a.ts', text).findings.length).toBeLessThanOrEqual(500);
});
