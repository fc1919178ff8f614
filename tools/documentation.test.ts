import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ACP_AGENTS } from '../packages/harness/src/agents/acp-agents.ts';
import { AGENTS } from '../packages/harness/src/agents/index.ts';
import { loadProject } from '../packages/harness/src/scenarios/load-project.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('every link in the documentation leads somewhere', () => {
  const pages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    ...globSync('{docs/**,packages/*}/*.md', { cwd: root }),
  ];
  const broken = pages.flatMap((page) => {
    const links = [...readFileSync(`${root}${page}`, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] as string,
    );
    return links
      .filter((link) => globSync(new URL(link, `file:///${page}`).pathname.slice(1), { cwd: root }).length === 0)
      .map((link) => `${page} → ${link}`);
  });
  expect(broken).toEqual([]);
});

test('every file that the architecture names exists', () => {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const named = [...page.matchAll(/`([a-z]+\/src\/[^`]+)`/g)].map(([, path]) => `packages/${path}`);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
});

test('no page installs Assay by a name, which nobody has claimed in a registry', () => {
  const pages = globSync('{README.md,docs/**/*.md,examples/**/*,plugins/**/*,packages/*/README.md,action.yml}', {
    cwd: root,
    exclude: ['docs/adr/**', '**/node_modules/**'],
  }).filter((page) => /\.(?:md|ya?ml|json|sh)$/.test(page));
  expect(pages.length).toBeGreaterThan(50);
  const byName =
    /\bnpx (?!--no-install )(?:-y |--yes )?@?assay\b|\b(?:npm|pnpm|yarn|bun) (?:install|i|add|exec|dlx)\b[^\n|&;]*[ ]@?assay(?:@|\/|\s|$)/m;
  expect(pages.filter((page) => byName.test(readFileSync(`${root}${page}`, 'utf8')))).toEqual([]);
});

// blocks that begin with a file name
const FILES = /```yaml\n# (\S+\.yaml)\n([\s\S]*?)```/g;

test.each(['scenarios', 'agents', 'proving', 'judges'])('the files shown in docs/%s.md can be loaded', async (page) => {
  const blocks = [...readFileSync(`${root}docs/${page}.md`, 'utf8').matchAll(FILES)];
  expect(blocks.length).toBeGreaterThan(0);
  const shown = blocks.map(([, path = '', text = '']) => ({ path, text }));
  for (const config of [...shown.filter(({ path }) => path === 'assay.config.yaml'), undefined]) {
    const folder = mkdtempSync(`${tmpdir()}/assay-docs-`);
    try {
      const scenario = { path: 'scenarios/any/scenario.yaml', text: SCENARIO };
      const given = shown.filter(({ path }) => path.startsWith('scenarios/'));
      const needed = [
        { path: 'kept/run_01m7et3qxn5ba0tn0j0fphx4st/run.json', text: '{}' },
        { path: 'scenarios/roman-numerals/fixture/roman.py', text: '' },
        { path: 'scenarios/roman-numerals/oracle.patch', text: '' },
      ];
      for (const { path, text } of [scenario, ...given, ...(config ? [config] : []), ...needed]) {
        mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
        writeFileSync(`${folder}/${path}`, text);
      }
      const agentTypes = AGENTS.map(({ type }) => type);
      const acpAgents = ACP_AGENTS.map(({ id }) => id);
      const { scenarios } = await loadProject({ folder, agentTypes, acpAgents });
      expect(scenarios).toHaveLength(1 + given.length);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
});

const SCENARIO = 'name: any\nuser_instruction: do it\nworkspace_seed: empty\n';

test('the picture of a change shows a weakened test that blocks; if not, run `npm run docs -- --pictures`', () => {
  const words = readFileSync(`${root}docs/changes.svg`, 'utf8').replaceAll(/<[^>]*>/g, '');
  expect(words).toMatch(/blocks +cart\.test\.js:\d+ /);
  expect(words).toMatch(/fails without the change: cart\.test\.js::counts items/);
});

test('the picture of a run shows a cheat that is caught; if not, run `npm run docs -- --pictures`', () => {
  const words = readFileSync(`${root}docs/run.svg`, 'utf8').replaceAll(/<[^>]*>/g, '');
  expect(words).toMatch(/tampered +\S+ +cheat:weaken-assertions/);
  expect(words).toMatch(/tampered: \S+\.test\.ts:\d+: /);
  expect(words).toMatch(/passed +\S+ +oracle/);
});
