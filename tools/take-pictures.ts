import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readTranscript } from '@assay/transcripts';
import type { Page } from 'playwright-core';
import { makeRuns } from '../test/dashboard-data.ts';
import { type Dashboard, openDashboard } from '../test/dashboard-kit.ts';
import { addHistory } from './picture-history.ts';

// Takes the screenshots of the dashboard for the documentation: every page in light mode, dark mode and on a phone.
// `npm run pictures` takes all of them, `npm run pictures -- runs agent` only these pages.
const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));
const TRANSCRIPTS = new URL('../fixtures/transcripts/recorded/', import.meta.url);
const SESSIONS = [
  'claude-code/error',
  'claude-code/resume',
  'claude-code/denied',
  'codex/error',
  'codex/resume',
  'gemini/error',
  'gemini/resume',
];

const LOOKS = [
  { look: 'light', options: { colorScheme: 'light', viewport: { width: 1360, height: 900 } } },
  { look: 'dark', options: { colorScheme: 'dark', viewport: { width: 1360, height: 900 } } },
  { look: 'narrow', options: { colorScheme: 'light', viewport: { width: 390, height: 844 } } },
] as const;

const wanted = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
await using dashboard = await openDashboard({ folder: EXAMPLES });
await using made = await makeRuns('nightly');
await addHistory(dashboard, { count: 420, days: 84 });
for (const { folder } of made.results) await dashboard.send(folder);
await addEvaluations(dashboard);
await addSessions(dashboard);
const scenario_id = await addScenario(dashboard);
const comparison_id = await addComparison(dashboard);

const { run_id } = made.claude;
const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  trends: '/trends',
  sessions: '/sessions',
  runs: '/runs',
  run: `/runs/${run_id}`,
  'run-trace': `/runs/${run_id}?tab=trace&interaction=i5`,
  'run-diff': `/runs/${run_id}?tab=diff&file=test/clock.test.ts&line=10`,
  'run-checks': `/runs/${run_id}?tab=checks`,
  'run-evidence': `/runs/${run_id}?tab=evidence`,
  scenarios: '/scenarios',
  scenario: `/scenarios/${scenario_id}`,
  agents: '/agents',
  agent: '/agents/bidder-prod',
  compare: '/compare?pick=claude-code&pick=codex',
  comparison: `/compare/${comparison_id}`,
  explorer: '/explorer',
  settings: '/settings',
};

for (const { look, options } of LOOKS) {
  const { page } = await dashboard.open('/runs', options);
  for (const [name, path] of Object.entries(PAGES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await page.goto(`${dashboard.server.url}${path}`);
    await settle(page);
    // reading the examples takes a while
    if (name === 'home') await page.getByRole('heading', { name: /^Scenarios in / }).waitFor();
    await page.screenshot({ path: `${FOLDER}${name}-${look}.png` });
    console.log(`${name}-${look}.png`);
  }
}

/** Waits until the page has loaded. */
async function settle(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
}

async function ask(to: Dashboard, path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${to.server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${to.server.first_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`Expected ${path} to be answered, found ${JSON.stringify(answer)}`);
  return answer;
}

/** Adds recorded sessions. */
async function addSessions(to: Dashboard): Promise<void> {
  for (const name of SESSIONS) {
    const transcript = await readTranscript(fileURLToPath(new URL(`${name}.session.jsonl`, TRANSCRIPTS)));
    await ask(to, '/v1/agent-sessions', { source: `/home/ann/${name}`, transcript });
  }
}

/** Adds three agents: one with a long history, one that fails now and then, and one that is new. */
async function addEvaluations(to: Dashboard): Promise<void> {
  const known = [
    { agent_id: 'bidder-prod', count: 180, fails: 17 },
    { agent_id: 'support-triage', count: 90, fails: 4 },
    { agent_id: 'release-notes', count: 37, fails: 9 },
  ];
  for (const { agent_id, count, fails } of known)
    await ask(to, '/v1/ingest', {
      evaluations: Array.from({ length: count }, (_, index) => ({
        event_id: `${agent_id}-${index}`,
        agent_id,
        output: 'an example',
        passed: index % fails !== fails - 1,
        latency_ms: 400 + ((index * 37) % 900),
      })),
    });
}

async function addScenario(to: Dashboard): Promise<string> {
  const scenario = {
    name: 'add-input-validation',
    user_instruction: 'Reject negative amounts with a RangeError. Do not change the tests.',
    workspace_seed: 'empty',
    stages: [{ name: 'test', command: 'npm test', max_attempts: 3 }],
    scorers: [
      { name: 'tests pass', type: 'command', command: 'npm test', timeout_s: 120 },
      { name: 'tests untouched', type: 'tests_unmodified', paths: ['test/validate.test.js'] },
      { name: 'nothing skipped', type: 'no_new_skips' },
    ],
    rubric: [
      { check: 'Negative amounts raise RangeError with a helpful message', weight: 0.7 },
      { check: 'The change is minimal', weight: 0.3 },
    ],
  };
  const { scenario_id } = await ask(to, '/v1/scenarios', { scenario });
  return String(scenario_id);
}

async function addComparison(to: Dashboard): Promise<string> {
  const { comparison_id } = await ask(to, '/v1/comparisons', {
    workspace_id: to.server.workspace_id,
    baseline: { run_ids: [made.idle.run_id], name: 'idle' },
    candidate: { run_ids: [made.careful.run_id], name: 'careful' },
  });
  return String(comparison_id);
}
