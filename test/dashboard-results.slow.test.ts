import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result, RunResult } from '@assay/schema';
import type { RunSummary } from '@assay/schema/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from './browser.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { type Dashboard, openDashboard } from './dashboard-kit.ts';

/* The result of a run is the same in every output, and green only if it passed. */
const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../examples/scenarios', import.meta.url));
const env = { ...COMPILE_CACHE, PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'), HOME: '/nonexistent' };
const NAMES = [
  'count-words',
  'keep-newest',
  'merge-intervals',
  'parse-durations',
  'reject-negative-amounts',
  'roman-numerals',
];

const scenario = (name: string, fields: object) => ({
  name,
  user_instruction: 'Write done into state.txt.',
  workspace_seed: 'empty',
  ...fields,
});
const done = { name: 'done', type: 'command', command: 'grep -qx done state.txt' };

// the possible results of each agent; a cheat may also simply fail
const EXPECTED: Readonly<Record<string, readonly Result[]>> = {
  ...Object.fromEntries(
    NAMES.flatMap((name) => [
      [`${name} oracle`, ['passed']],
      [`${name} nop`, ['failed']],
      [`${name} cheat:skip-all`, ['tampered', 'failed']],
    ]),
  ),
  'nothing-asked bot': ['unchecked'],
  'no-setup bot': ['error'],
  'early-out bot': ['passed'],
};

let folder: string;
let dashboard: Dashboard;
let runs: readonly RunResult[];
const assay = (...args: string[]) =>
  spawnSync(process.execPath, [CLI, ...args], { cwd: folder, env, encoding: 'utf8' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-results-'));
  await cp(EXAMPLES, join(folder, 'scenarios'), { recursive: true });
  const others = [
    scenario('nothing-asked', {}),
    scenario('no-setup', { setup: 'exit 1', scorers: [done] }),
    // a certain finding without a gate: needs a review
    scenario('early-out', { scorers: [done] }),
  ];
  for (const one of others) await writeFile(join(folder, 'scenarios', `${one.name}.json`), JSON.stringify(one));
  const bot = 'echo done > state.txt; printf "process.exit(0);\\nfunction f() {}\\nf();\\n" > a.js; echo ok';
  const config = { judge: { use: 'heuristic' }, agents: [{ id: 'bot', type: 'command', command: bot }] };
  await writeFile(join(folder, 'assay.config.json'), JSON.stringify(config));
  const made = assay('run', ...NAMES, '--agent', 'oracle,nop,cheat:skip-all', '--no-prove', '--json', '--label', 'all');
  const more = assay(
    'run',
    ...others.map(({ name }) => name),
    '--agent',
    'bot',
    '--no-prove',
    '--json',
    '--label',
    'all',
  );
  // an error (3) takes precedence over a failed run (1)
  expect([made.status, more.status]).toEqual([1, 3]);
  runs = [made, more].flatMap(({ stdout }) => JSON.parse(stdout).runs as RunResult[]);
  dashboard = await openDashboard();
  for (const run of runs) await dashboard.send(run.folder);
}, 900_000);
afterAll(async () => {
  await dashboard?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const nameOf = ({ scenario: name, agent }: Pick<RunResult, 'scenario' | 'agent'>): string => `${name} ${agent}`;

/** The result of every run in each output, by name of the run. */
const SURFACES: Readonly<Record<string, () => Promise<Map<string, string>>>> = {
  terminal: async () => {
    const rows = assay('report', 'all', '--json');
    expect(rows.status).toBe(0);
    const { stdout } = assay('grade', ...runs.map((run) => run.folder));
    return new Map(
      [...stdout.matchAll(/^(\w+)(?:, \d+ to review)? +([\w-]+) +([\w:-]+) +1 /gm)].map(
        ([, word = '', name, agent]) => [`${name} ${agent}`, word],
      ),
    );
  },
  json: async () => {
    const { runs: told } = JSON.parse(assay('report', 'all', '--json').stdout) as { runs: RunResult[] };
    return new Map(told.map((run) => [nameOf(run), run.result]));
  },
  markdown: async () => {
    const { stdout } = assay('report', 'all', '--format', 'markdown');
    const rows = stdout.matchAll(/^\| \S+ `?(\w+)(?:, \d+ to review)?`? \| `([^`]+)` \| `([^`]+)` \|/gm);
    return new Map([...rows].map(([, word = '', name, agent]) => [`${name} ${agent}`, word]));
  },
  junit: async () => {
    const { stdout } = assay('report', 'all', '--format', 'junit');
    const cases = stdout.matchAll(
      /<testcase name="([^"]+) · ([^"]+) · 1"[^>]*?(?:\/>|>\s*(?:<(?:failure|error)[^>]* type="(\w+)")?)/g,
    );
    return new Map([...cases].map(([, name, agent, type]) => [`${name} ${agent}`, type ?? 'passed']));
  },
  api: async () => {
    const { first_key, url } = dashboard.server;
    const headers = { authorization: `Bearer ${first_key}` };
    const words = new Map<string, string>();
    for (const { run_id, ...run } of runs) {
      const one = (await (await fetch(`${url}/v1/runs/${run_id}`, { headers })).json()) as RunSummary;
      const { grade } = (await (await fetch(`${url}/v1/runs/${run_id}/grade`, { headers })).json()) as {
        grade: { result: string };
      };
      words.set(nameOf(run), one.result === grade.result ? grade.result : `${one.result} and ${grade.result}`);
    }
    return words;
  },
};

test('every agent has the expected result: of oracle, nop and cheats only the oracle passes', () => {
  for (const run of runs)
    expect([nameOf(run), EXPECTED[nameOf(run)]?.includes(run.result)]).toEqual([nameOf(run), true]);
  expect(runs).toHaveLength(Object.keys(EXPECTED).length);
  expect(runs.find(({ scenario: name }) => name === 'early-out')).toMatchObject({ result: 'passed', review: 1 });
});

test.each(Object.keys(SURFACES))('%s shows the same result for every run', async (surface) => {
  const words = await SURFACES[surface]?.();
  expect(Object.fromEntries(words ?? [])).toEqual(Object.fromEntries(runs.map((run) => [nameOf(run), run.result])));
});

const TONES = { passed: 'good', failed: 'bad', tampered: 'bad', unchecked: 'warn', error: 'muted' } as const;
const toneOf = ({ result, review }: RunResult): string => (review > 0 ? 'warn' : TONES[result]);

test.runIf(findBrowser())(
  'the dashboard shows the same results, and nothing green for a run that did not pass',
  async () => {
    const { page, faults } = await dashboard.open('/runs?limit=100');
    for (const run of runs) {
      const row = page.locator(`tr:has(a[href="/runs/${run.run_id}"])`);
      await expect.poll(() => row.locator('.result-word').first().getAttribute('data-result')).toBe(run.result);
      expect(await row.locator('.result-word').first().getAttribute('data-tone')).toBe(toneOf(run));
      if (toneOf(run) !== 'good') expect(await row.locator('[data-tone="good"]').count()).toBe(0);
    }
    const cheat = runs.find(({ result }) => result === 'tampered') as RunResult;
    await page.goto(`${dashboard.server.url}/runs/${cheat.run_id}`);
    await expect.poll(() => page.locator('.result-word').first().textContent()).toContain('tampered');
    expect(await page.locator('main').textContent()).toContain(cheat.result_reason.path);
    expect(faults).toEqual([]);
  },
);

test.runIf(findBrowser())('the HTML report shows the same results', async () => {
  const file = join(folder, 'report.html');
  expect(assay('report', 'all', '--out', file).status).toBe(0);
  const { page } = await dashboard.open('/runs');
  await page.goto(`file://${file}`);
  await expect.poll(() => page.locator('.run-row .result-word').count()).toBeGreaterThan(0);
  const shown = await page.evaluate<[string, string][]>(
    `[...document.querySelectorAll('.run-row')].map((row) => [
      row.querySelector('.run-name').textContent,
      row.querySelector('.result-word').dataset.result,
    ])`,
  );
  const expected = new Map(runs.map((run) => [`${nameOf(run)} · all`, run.result]));
  expect(shown.map(([name, word]) => [name, expected.get(name) === word])).toEqual(shown.map(([name]) => [name, true]));
});
