import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createRepository, type Repository, ROOT, runAction, runScript, SKIPPED, TEST } from './action-steps.ts';
import { writeShims } from './docs/shims.ts';
import { useListeningApi } from './listening-api.ts';
import { createProject, STATE_TASK } from './projects.ts';
import { type ScriptedGithub, startScriptedGithub } from './scripted-github/server.ts';
import { startScriptedGitlab } from './scripted-gitlab.ts';

/* The ready workflows, run as a shell would, against a real Assay server and a scripted GitHub. */

const TOKEN = 'ghs_secret0of1the2job3456789012345678';
const PULL = 12;

let opened: Parameters<Parameters<typeof useListeningApi>[0]>[0];
useListeningApi((api) => {
  opened = api;
});

let github: ScriptedGithub;
let repository: Repository;
beforeAll(async () => {
  github = await startScriptedGithub({ repository: 'acme/shop', git_dir: '/nowhere', token: TOKEN });
});
afterAll(() => github[Symbol.asyncDispose]());
afterEach(() => rmSync(repository.folder, { recursive: true, force: true }));

const readWorkflow = (name: string): string => readFileSync(join(ROOT, 'examples/workflows', name), 'utf8');

/** The environment of a job for a pull request. */
function jobEnvironment({ folder, head }: Repository, pull = PULL): NodeJS.ProcessEnv {
  const event = join(folder, '.git/event.json');
  writeFileSync(event, JSON.stringify({ pull_request: { number: pull, head: { sha: head } } }));
  return {
    CI: 'true',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_REF: `refs/pull/${pull}/merge`,
    GITHUB_HEAD_REF: 'fix',
    // the merge commit, which nobody looks at
    GITHUB_SHA: '0'.repeat(40),
    GITHUB_EVENT_PATH: event,
    GITHUB_API_URL: github.url,
    HOME: folder,
  };
}

/** The inputs that a workflow gives to the action. */
function inputsOf({ base, head }: Repository): Record<string, string> {
  const workflow = parse(readWorkflow('assay-check.yml')) as {
    jobs: { check: { steps: { uses: string; with?: Record<string, string> }[] } };
  };
  const step = workflow.jobs.check.steps.find(({ uses }) => uses.startsWith('OWNER/assay@'));
  const known: Record<string, string> = {
    'vars.ASSAY_URL': opened.server.url,
    'secrets.ASSAY_API_KEY': opened.api.key,
  };
  const fill = (value: string): string =>
    value.replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => known[name] ?? '');
  const given = Object.entries(step?.with ?? {}).map(([name, value]) => [name, fill(value)] as const);
  return { ...Object.fromEntries(given), base, head, token: TOKEN };
}

async function stored(): Promise<{ change: { commit: string; branch: string }; report: { overall: string } }[]> {
  const { api } = opened;
  const response = await api.request(`/v1/checks?workspace_id=${api.workspace_id}`);
  return ((await response.json()) as { items: [] }).items;
}

test('GitHub: one comment, updated by every push, a check run with the caught lines, and the result on the server', async () => {
  github.say(PULL, '<!-- assay -->\nI wrote this myself.', { login: 'mallory', type: 'User' });
  repository = createRepository(SKIPPED);
  const failed = await runAction(repository.folder, inputsOf(repository), jobEnvironment(repository));
  expect(failed).toMatchObject({ status: 1, output: expect.stringContaining('Sent 1 check') });
  expect(failed.output).not.toContain(TOKEN);
  expect(github.comments).toHaveLength(2);
  expect(github.comments[1]?.body).toMatch(/\*\*blocks\*\* .*add\.test\.ts:2/);
  expect(github.check_runs).toMatchObject([
    {
      name: 'assay check',
      head_sha: repository.head,
      conclusion: 'failure',
      output: { annotations: [{ path: 'add.test.ts', start_line: 2, annotation_level: 'failure' }] },
    },
  ]);
  expect(await stored()).toMatchObject([
    { change: { repository: 'acme/shop', branch: 'fix' }, report: { overall: 'FAIL' } },
  ]);
  rmSync(repository.folder, { recursive: true, force: true });

  repository = createRepository(TEST.replace('1 + 2', '2 + 1'));
  const repaired = await runAction(repository.folder, inputsOf(repository), jobEnvironment(repository));
  expect(repaired).toMatchObject({ status: 0 });
  expect(github.comments).toHaveLength(2);
  expect(github.comments[0]?.body).toContain('I wrote this myself.');
  expect(github.comments[1]?.body).toContain('🟢');
  expect(github.comments[1]?.body).not.toContain('**blocks**');
  expect(github.check_runs).toMatchObject([{ conclusion: 'failure' }, { conclusion: 'success' }]);
});

test('GitHub: a token without access changes nothing about the check', async () => {
  repository = createRepository(SKIPPED);
  const inputs = { ...inputsOf(repository), token: 'ghs_another0token1234567890123456789' };
  const { status, output } = await runAction(repository.folder, inputs, jobEnvironment(repository));
  expect(status).toBe(1);
  expect(output).toContain('no comment was written');
});

const local = (folder: string): NodeJS.ProcessEnv => {
  writeShims(join(folder, '.git/shims'));
  return {
    PATH: `${join(folder, '.git/shims')}:${process.env['PATH']}`,
    HOME: folder,
    ASSAY_URL: opened.server.url,
    ASSAY_API_KEY: opened.api.key,
  };
};

test('GitHub: run and compare share one comment, and each has a check run', async () => {
  await using project = await createProject({
    files: { 'fixture/state.txt': 'open\n' },
    scenarios: [STATE_TASK],
    config: {
      agents: ['open', 'done'].map((word) => ({
        id: word,
        type: 'command',
        command: `cat > /dev/null; echo ${word} > state.txt`,
      })),
      sandbox: { use: 'local' },
    },
  });
  repository = createRepository(TEST);
  const pull = PULL + 1;
  const { ASSAY_URL: _, ...shims } = local(repository.folder);
  const env = { ...jobEnvironment(repository, pull), ...shims, GITHUB_TOKEN: TOKEN };
  const assay = async (command: string) => {
    const before = github.check_runs.length;
    const { status, output } = await runScript(`assay ${command} --comment`, { folder: project.folder, env });
    expect(output).toContain('Commented: https://github.example/acme/shop/pull/13#');
    expect(output).not.toContain(TOKEN);
    const [comment, ...others] = github.comments.filter((each) => each.pull === pull);
    expect(others).toEqual([]);
    return { status, body: comment?.body ?? '', checks: github.check_runs.slice(before) };
  };
  const failed = await assay('run --agent open --no-prove --label before');
  expect(failed).toMatchObject({ status: 1, checks: [{ name: 'assay run', conclusion: 'failure' }] });
  expect(failed.body).toMatch(/<!-- assay:run -->\n[\s\S]*failed[\s\S]*<!-- end -->/);
  const passed = await assay('run --agent done --no-prove --label after');
  expect(passed).toMatchObject({ status: 0, checks: [{ name: 'assay run', conclusion: 'success' }] });
  expect(passed.body).not.toContain('failed');
  const compared = await assay('compare before after');
  expect(compared.checks).toMatchObject([{ name: 'assay compare', head_sha: repository.head }]);
  expect(compared.body.match(/<!-- assay:\w+ -->/g)).toEqual(['<!-- assay:compare -->', '<!-- assay:run -->']);
  const withoutId = ({ body }: { body: string }): string => body.replace(/cmp_\w+/, '');
  expect(withoutId(await assay('compare before after'))).toBe(withoutId(compared));
});

const GITLAB_TOKEN = 'glpat-secret0of1the2project';

test('GitLab: the exit code, the report, and one note that every push updates', async () => {
  await using gitlab = await startScriptedGitlab({
    token: GITLAB_TOKEN,
    notes_path: '/projects/42/merge_requests/5/notes',
  });
  gitlab.say('<!-- assay -->\nI wrote this myself.');
  gitlab.loseNextAnswer();
  const { assay } = parse(readWorkflow('gitlab-ci.yml')) as { assay: { script: string[] } };
  const runJob = async (content: string, token: string) => {
    repository = createRepository(content);
    const { folder, base, head } = repository;
    const env = {
      ...local(folder),
      CI: 'true',
      GITLAB_CI: 'true',
      GITLAB_TOKEN: token,
      CI_API_V4_URL: gitlab.api_url,
      CI_PROJECT_ID: '42',
      CI_PROJECT_PATH: 'acme/shop',
      CI_PROJECT_URL: 'https://gitlab.example/acme/shop',
      CI_COMMIT_SHA: head,
      CI_MERGE_REQUEST_IID: '5',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    };
    const ended = await runScript(assay.script.join('\n'), { folder, env });
    expect(readFileSync(join(folder, 'assay.xml'), 'utf8')).toContain('<testsuites');
    expect((await stored())[0]).toMatchObject({ change: { commit: head } });
    rmSync(folder, { recursive: true, force: true });
    return ended;
  };
  const failed = await runJob(SKIPPED, GITLAB_TOKEN);
  expect(failed.status, failed.output).toBe(1);
  expect(failed.output).toContain('Commented: https://gitlab.example/acme/shop/-/merge_requests/5#note_2');
  expect(failed.output).not.toContain(GITLAB_TOKEN);
  expect(gitlab.notes).toHaveLength(2);
  expect(gitlab.notes[1]?.body).toMatch(/\*\*blocks\*\* .*add\.test\.ts:2/);

  const honest = TEST.replace('1 + 2', '2 + 1');
  expect(await runJob(honest, GITLAB_TOKEN)).toMatchObject({ status: 0 });
  expect(gitlab.notes).toMatchObject([
    { body: expect.stringContaining('I wrote') },
    { body: expect.stringContaining('🟢') },
  ]);

  const refused = await runJob(honest, 'glpat-another');
  expect(refused).toMatchObject({ status: 0, output: expect.stringContaining('no comment was written') });
  const silent = await runJob(honest, '');
  expect([silent.status, silent.output.includes('comment')]).toEqual([0, false]);
});

test('any other CI: the exit code is that of the check, also if the server is down', async () => {
  repository = createRepository(SKIPPED);
  const { folder, base } = repository;
  const env = { ...local(folder), BASE: base, ASSAY_URL: 'http://127.0.0.1:9' };
  const { status, output } = await runScript(readWorkflow('check.sh'), { folder, env });
  expect(status, output).toBe(1);
  expect(output).toContain('Waiting in the outbox: 1');
});
