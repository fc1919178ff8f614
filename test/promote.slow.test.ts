import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Comparison, parse } from '@assay/schema';
import { score } from '@assay/scoring';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalDigest } from '../packages/harness/src/scenarios/canonical-json.ts';
import { type Project, TOKEN } from './scripted-github/project.ts';
import {
  COMPARED,
  openPromotable,
  type Promotable,
  REPOSITORY,
  scenario,
  TASKS,
} from './scripted-github/promotable.ts';
import type { ScriptedGithub } from './scripted-github/server.ts';

let made: Promotable;
let project: Project;
let github: ScriptedGithub;
/** File of a comparison with an improved candidate, made by the command itself. */
let improved: string;
let first: { readonly status: number | null; readonly stdout: string; readonly stderr: string };

const assay = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  made.assay(['promote', ...args], environment);

const refs = ['--baseline', 'main', '--candidate', 'better'];
const there = ['--repo', REPOSITORY];
const credentials = { GITHUB_TOKEN: TOKEN };
const branches = () => made.branches();

beforeAll(async () => {
  made = await openPromotable();
  ({ project, github } = made);
  first = await assay([...COMPARED, ...there]);
  const kept = join(project.folder, '.assay/comparisons');
  improved = join(kept, readdirSync(kept)[0] ?? '');
}, 300_000);
afterAll(() => made[Symbol.asyncDispose]());

/** Writes an edited copy of the stored comparison. */
function edited(edit: (comparison: Comparison) => unknown): string {
  const comparison = parse(Comparison, JSON.parse(readFileSync(improved, 'utf8')));
  const file = join(project.folder, '..', 'edited.json');
  writeFileSync(file, JSON.stringify(edit(comparison)));
  return file;
}

test('a better configuration can be promoted, but nothing happens without --yes', () => {
  const outcome = JSON.parse(first.stdout);
  expect(first.status).toBe(0);
  expect(outcome).toMatchObject({
    promote: true,
    blockers: [],
    comparison: { verdict: { verdict: 'improved', promote: true }, tasks: TASKS.map(() => ({ proven: true })) },
    proposal: { status: 'planned', repository: 'acme/shop', pull_request: null },
  });
  expect(github.requests).toEqual([]);
  expect(branches()).toBe('main\n');
});

test('the plan shows the change and the text of the pull request', async () => {
  const { status, stdout } = await assay([...refs, ...there, '--from', improved]);
  expect(status).toBe(0);
  expect(stdout).toContain('Ready to promote; to do this, use --yes:');
  expect(stdout).toContain('delete mode 100644 AGENTS.md');
  expect(stdout).toContain('mode change 100644 => 100755 .claude/hooks/check.sh');
  expect(stdout).toContain('### Reproduce');
  expect(stdout).toContain(JSON.parse(first.stdout).comparison.input_digest);
  expect(branches()).toBe('main\n');
});

test('--yes pushes exactly the artifacts and opens the pull request; a second call updates it', async () => {
  const before = project.state();
  const opened = await assay([...refs, ...there, '--from', improved, '--yes'], credentials);
  expect(opened).toMatchObject({ status: 0 });
  expect(opened.stdout).toContain('The pull request was opened: https://github.example/acme/shop/pull/1');
  const [branch = ''] = branches().split('\n');
  expect(branch).toMatch(/^assay\/promote-[0-9a-f]{8}$/);
  expect(project.shell(`git diff-tree -r --no-renames --raw main ${branch} | cut -d' ' -f1,2,5`)).toBe(
    [
      ':100644 100755 M\t.claude/hooks/check.sh',
      ':000000 100644 A\t.claude/skills/check/SKILL.md',
      ':100644 000000 D\tAGENTS.md',
      ':100644 100644 M\tCLAUDE.md',
      '',
    ].join('\n'),
  );
  expect(project.state()).toEqual(before);
  const [pull] = github.pulls;
  expect(pull?.title).toMatch(/^Agent configuration [0-9a-f]{8}: improved by \+/);
  for (const task of TASKS) expect(pull?.body).toContain(`\`${task}\``);

  const again = await assay([...refs, ...there, '--from', improved, '--yes', '--json'], credentials);
  expect(JSON.parse(again.stdout)).toMatchObject({ proposal: { status: 'updated', pull_request: { number: 1 } } });
  expect(github.pulls.length).toBe(1);
  // a server in this folder finds it next to the comparison
  const note = JSON.parse(readFileSync(improved.replace(/json$/, 'pull-request.json'), 'utf8'));
  expect(note).toEqual({ url: 'https://github.example/acme/shop/pull/1', state: 'open' });
});

test('a worse configuration is not promoted: exit 1, and nothing is pushed', async () => {
  const before = [branches(), github.requests.length];
  const options = ['--agent', 'obedient', '--repeat', '3', '--sandbox', 'local', '--yes', '--json'];
  const { status, stdout } = await assay(
    ['--baseline', 'better', '--candidate', 'main', ...there, ...options],
    credentials,
  );
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    promote: false,
    comparison: { verdict: { verdict: 'regressed' } },
    proposal: null,
  });
  expect(JSON.parse(stdout).blockers).toContain('the verdict is regressed, not improved');
  expect([branches(), github.requests.length]).toEqual(before);
});

test.each([
  { why: 'the work tree has an untracked file', make: 'echo x > notes.txt', blocker: 'uncommitted changes' },
  { why: 'an artifact has uncommitted changes', make: 'echo x >> CLAUDE.md', blocker: 'uncommitted changes' },
])('promotes nothing if $why', async ({ make, blocker }) => {
  project.shell(make);
  try {
    const { status, stdout } = await assay([...refs, ...there, '--agent', 'obedient', '--yes'], credentials);
    expect(status).toBe(1);
    expect(stdout).toContain('nothing was run');
    expect(stdout).toContain(blocker);
  } finally {
    project.shell('git checkout -q -- . && git clean -fdq -e .assay');
  }
});

test.each([
  {
    why: 'changes code too',
    files: { 'src/app.js': 'other\n', 'CLAUDE.md': 'be thorough\n' },
    blocker: 'more than artifacts: src/app.js',
  },
  {
    why: 'changes a scenario',
    files: { 'scenarios/first/scenario.json': JSON.stringify(scenario('first')).replace('done', 'd.*') },
    blocker: 'scenarios/first/scenario.json',
  },
  { why: 'changes no artifact', files: {}, blocker: 'the same artifacts' },
  {
    why: 'contains a key',
    files: { '.mcp.json': `{"env":{"GITHUB_TOKEN":"ghp_${'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'}"}}\n` },
    blocker: 'what looks like a secret',
  },
])('rejects a candidate that $why before anything runs', async ({ files, blocker }) => {
  project.shell('git checkout -qb other main');
  try {
    project.put(files as Record<string, string>);
    project.shell('git add -A; git commit -q --allow-empty -m other');
    const options = ['--baseline', 'main', '--candidate', 'other', ...there, '--agent', 'obedient', '--yes', '--json'];
    const { status, stdout } = await assay(options, credentials);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ promote: false, comparison: null, proposal: null });
    expect(JSON.parse(stdout).blockers.join('\n')).toContain(blocker);
  } finally {
    project.shell('git checkout -q better; git branch -qD other');
  }
});

test.each<{ why: string; edit: (comparison: Comparison) => unknown; status: number; words: string }>([
  {
    why: 'an unproven task',
    edit: (it) => ({ ...it, tasks: it.tasks.map((task, index) => ({ ...task, proven: index > 0 })) }),
    status: 1,
    words: 'has not proved itself',
  },
  {
    why: 'runs that do not exist',
    edit: (it) => ({
      ...it,
      tasks: it.tasks.map((task) => ({ ...task, candidate: { ...task.candidate, run_ids: ['run_elsewhere'] } })),
    }),
    status: 1,
    words: 'has not proved itself',
  },
  { why: 'earlier runs', edit: (it) => ({ ...it, seed: null }), status: 1, words: 'uses earlier runs' },
  { why: 'a missing task', edit: (it) => ({ ...it, tasks: it.tasks.slice(1) }), status: 1, words: 'has not proved' },
  { why: 'no tasks', edit: (it) => ({ ...it, tasks: [] }), status: 1, words: 'has not proved itself' },
  {
    why: 'an edited input',
    edit: (it) => ({ ...it, input: { ...it.input, candidate: it.input.baseline }, input_digest: it.input_digest }),
    status: 2,
    words: 'the comparison was edited',
  },
  {
    why: 'an edited verdict',
    edit: (it) => ({ ...it, verdict: { ...it.verdict, net_gain: it.verdict.net_gain + 1 } }),
    status: 2,
    words: 'the comparison was edited',
  },
  {
    why: 'different agents on one side',
    edit: (it) => ({ ...it, candidate: { ...it.candidate, agents: ['stronger'] } }),
    status: 2,
    words: 'the same agents',
  },
  {
    why: 'a different configuration',
    edit: (it) => ({ ...it, candidate: { ...it.candidate, configuration: it.baseline.configuration } }),
    status: 2,
    words: 'expected a comparison with the candidate',
  },
  {
    why: 'no configuration',
    edit: (it) => ({ ...it, candidate: { ...it.candidate, configuration: null } }),
    status: 2,
    words: 'found one without',
  },
  {
    why: 'thresholds that ignore every drop',
    edit: (it) => {
      const input = { ...it.input, thresholds: { ...it.input.thresholds, regression_composite_drop: 1 } };
      return { ...it, input, input_digest: canonicalDigest(input), verdict: score('verdict', input) };
    },
    status: 1,
    words: 'used wider thresholds than a promotion allows',
  },
  {
    why: 'negative thresholds',
    edit: (it) => ({ ...it, input: { ...it.input, thresholds: { ...it.input.thresholds, min_composite_gain: -1 } } }),
    status: 2,
    words: 'min_composite_gain',
  },
])('a stored comparison with $why is not promoted', async ({ edit, status, words }) => {
  const before = [branches(), github.requests.length];
  const found = await assay([...refs, ...there, '--from', edited(edit), '--yes'], credentials);
  expect(found.stdout + found.stderr).toContain(words);
  expect(found.status).toBe(status);
  expect([branches(), github.requests.length]).toEqual(before);
});

test('wider thresholds are accepted if all three are given again', async () => {
  const wide = edited((it) => {
    const thresholds = { min_composite_gain: 0, regression_composite_drop: 1, objective_drop_is_regression: false };
    const input = { ...it.input, thresholds };
    return { ...it, input, input_digest: canonicalDigest(input), verdict: score('verdict', input) };
  });
  const options = ['--min-gain', '0', '--max-drop', '1', '--allow-check-drops'];
  const found = await assay([...refs, ...there, '--from', wide, '--json', ...options], credentials);
  expect(JSON.parse(found.stdout)).toMatchObject({ promote: true, blockers: [] });
  expect(JSON.parse(found.stdout).comparison.verdict.warnings).toHaveLength(3);
  const without = await assay([...refs, ...there, '--from', wide, '--json', ...options.slice(0, 4)], credentials);
  expect(JSON.parse(without.stdout).blockers).toEqual([expect.stringContaining('--allow-check-drops')]);
});

test('a single run per task is not promoted', async () => {
  const before = branches();
  const options = ['--agent', 'obedient', '--repeat', '1', '--sandbox', 'local', '--yes', '--json'];
  const { status, stdout } = await assay([...refs, ...there, ...options], credentials);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    promote: false,
    comparison: { verdict: { verdict: 'neutral', underpowered: true } },
  });
  expect(JSON.parse(stdout).blockers).toEqual(
    expect.arrayContaining(TASKS.map((task) => `${task} has fewer than two runs on a side`)),
  );
  expect(branches()).toBe(before);
});

test('an unavailable agent is exit 3, not a regression, and nothing is pushed', async () => {
  const before = branches();
  const options = ['--agent', 'missing', '--repeat', '2', '--sandbox', 'local', '--yes', '--json', 'first'];
  const { status, stdout } = await assay([...refs, ...there, ...options], credentials);
  expect(status).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'agent_unavailable' } });
  expect(branches()).toBe(before);
});

test('a recent A/A comparison can be required', async () => {
  const { status, stdout } = await assay(
    [...refs, ...there, '--from', improved, '--require-aa', '7', '--yes'],
    credentials,
  );
  expect(status).toBe(1);
  expect(stdout).toContain('a recent A/A comparison is required and there is none');
});

test('runs nothing if a required A/A comparison is missing', async () => {
  const { status, stdout } = await assay([...refs, '--require-aa', '7', '--json']);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ promote: false, comparison: null });
});

test('task names are escaped in the pull request: no mentions, links or markup', async () => {
  const name = '@everyone <img src=x> [a](https://evil.test) | `x` ![](y)';
  const file = edited((it) => ({
    ...it,
    tasks: it.tasks.map((task, index) => (index > 0 ? task : { ...task, scenario: `${name}\n\`\`\`\n# h` })),
    candidate: { ...it.candidate, label: name },
  }));
  const { status, stdout } = await assay([...refs, ...there, '--from', file, '--json']);
  expect(status).toBe(0);
  const { body } = JSON.parse(stdout).proposal as { body: string };
  expect(body).toContain('@everyone');
  const outside = body.replaceAll(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '').replaceAll(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
  expect(outside).not.toMatch(/@everyone|<img|evil\.test|!\[/);
});

test.each([
  { args: [], words: '--baseline REF' },
  { args: ['--baseline', 'nowhere'], words: 'nowhere' },
  { args: ['--baseline', './src', '--candidate', 'HEAD'], words: 'commit it first' },
  { args: ['--baseline', 'main', '--from', 'x.json', '--repeat', '2'], words: 'cannot be combined' },
  { args: ['--baseline', 'main', '--from', '/nonexistent.json'], words: '/nonexistent.json' },
  { args: ['--baseline', 'main', '--require-aa', '-1'], words: '--require-aa' },
  { args: ['--baseline', 'main', '--repeat', '0'], words: '--repeat' },
])('rejects $args with exit 2', async ({ args, words }) => {
  const { status, stderr } = await assay(args);
  expect(stderr).toContain(words);
  expect(status).toBe(2);
});

test('an error of GitHub is exit 3 with one JSON document, and nothing is left behind', async () => {
  github.fail({ method: 'GET', status: 401, message: 'Bad credentials', times: 1 });
  const before = branches();
  const { status, stdout, stderr } = await assay(
    [...refs, ...there, '--from', improved, '--yes', '--json'],
    credentials,
  );
  expect(status).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'unauthorized' } });
  expect(stderr).toContain('renew it');
  expect(branches()).toBe(before);
});
