import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  createRepository,
  type Ended,
  type Repository,
  ROOT,
  runAction,
  runScript,
  SKIPPED,
  TEST,
} from './action-steps.ts';
import { writeShims } from './docs/shims.ts';
import { useListeningApi } from './listening-api.ts';
import { createProject, STATE_TASK } from './projects.ts';
import { type ScriptedGithub, startScriptedGithub } from './scripted-github/server.ts';
import { startScriptedGitlab } from './scripted-gitlab.ts';

/* The ready workflows, run as a shell would, against a real Assay server and a scripted GitHub. */

const TOKEN = 'ghs_secret0of1the2job3456789012345678';
const GITLAB_TOKEN = 'glpat-secret0of1the2project';
const PULL = 12;
const CHECK = join(ROOT, 'examples/workflows/check.sh');

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

/** A copy of Assay as a repository: its scripts, and a build that takes no minutes. */
function createCopy(folder: string): { readonly url: string; readonly commit: string } {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of ['examples/workflows/check.sh', 'packages/cli/bin/assay.js'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  const built = `await import(${JSON.stringify(join(ROOT, 'packages/cli/bundle/main.js'))});\n`;
  const manifest = { name: 'copy', version: '1.0.0', type: 'module', scripts: { prepare: 'node build.js' } };
  write('package.json', JSON.stringify(manifest));
  write('package-lock.json', JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { '': manifest } }));
  write('packages/cli/package.json', '{ "type": "module", "version": "1.0.0" }');
  write(
    'build.js',
    `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('packages/cli/bundle');
writeFileSync('packages/cli/bundle/main.js', ${JSON.stringify(built)});`,
  );
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=copy');
  return { url: `file://${folder}`, commit: git('rev-parse', 'HEAD') };
}

const gitlabJob = ({ folder, base, head }: Repository, api_url: string): NodeJS.ProcessEnv => ({
  ...local(folder),
  CI: 'true',
  GITLAB_CI: 'true',
  GITLAB_TOKEN,
  CI_API_V4_URL: api_url,
  CI_PROJECT_ID: '42',
  CI_PROJECT_PATH: 'acme/shop',
  CI_PROJECT_URL: 'https://gitlab.example/acme/shop',
  CI_COMMIT_SHA: head,
  CI_MERGE_REQUEST_IID: '5',
  CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
});

/** Runs the GitLab job with a copy of Assay that is installed outside the checkout. */
async function runGitlab({ folder }: Repository, env: NodeJS.ProcessEnv, job = 'assay'): Promise<Ended> {
  const outside = mkdtempSync(join(tmpdir(), 'assay-copy-'));
  try {
    const copy = createCopy(join(outside, 'origin'));
    const jobs = parse(readWorkflow('gitlab-ci.yml')) as Record<string, GitlabJob>;
    const { script = [], before_script = [], variables = {} } = { ...jobs['assay'], ...jobs[job] };
    expect(Object.keys(variables)).toEqual(['GIT_DEPTH', 'ASSAY_REPOSITORY', 'ASSAY_COMMIT', 'ASSAY_FOLDER']);
    const own = { ASSAY_REPOSITORY: copy.url, ASSAY_COMMIT: copy.commit, ASSAY_FOLDER: join(outside, 'assay') };
    return await runScript([...before_script.filter((line) => !INSTALLS.test(line)), ...script].join('\n'), {
      folder,
      env: { ...env, ...own },
    });
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
}

// what an image lacks, this machine has
const INSTALLS = /^(?:apt-get|npm) /;

interface GitlabJob {
  readonly before_script?: readonly string[];
  readonly script: readonly string[];
  readonly variables: Readonly<Record<string, unknown>>;
}

test('GitLab: the exit code, the report, and one note that every push updates', async () => {
  await using gitlab = await startScriptedGitlab({
    token: GITLAB_TOKEN,
    notes_path: '/projects/42/merge_requests/5/notes',
  });
  gitlab.say('<!-- assay -->\nI wrote this myself.');
  gitlab.loseNextAnswer();
  const runJob = async (content: string, token: string) => {
    repository = createRepository(content);
    const { folder, head } = repository;
    const ended = await runGitlab(repository, { ...gitlabJob(repository, gitlab.api_url), GITLAB_TOKEN: token });
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

test('GitLab: the job that runs the change gets no token, posts nothing and reports what ran', async () => {
  repository = createRepository(TEST, {
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}\n',
    'cart.js': 'export const total = (items) => items.length;\n',
    'cart.test.js': "import { test } from 'node:test';\nimport './cart.js';\ntest('nothing', () => {});\n",
  });
  await using gitlab = await startScriptedGitlab({
    token: GITLAB_TOKEN,
    notes_path: '/projects/42/merge_requests/5/notes',
  });
  const ended = await runGitlab(repository, gitlabJob(repository, gitlab.api_url), 'assay-run');
  expect(ended.status, ended.output).toBe(0);
  expect(readFileSync(join(repository.folder, 'assay.xml'), 'utf8')).toContain('tests run on both sides');
  expect(gitlab.notes).toEqual([]);
});

test('any other CI: the exit code is that of the check, also if the server is down', async () => {
  repository = createRepository(SKIPPED);
  const { folder, base } = repository;
  const env = { ...local(folder), BASE: base, ASSAY_URL: 'http://127.0.0.1:9' };
  const { status, output } = await runScript(`${CHECK} --format junit > assay.xml`, { folder, env });
  expect(status, output).toBe(1);
  expect(output).toContain('Waiting in the outbox: 1');
  expect(readFileSync(join(folder, 'assay.xml'), 'utf8')).toContain('<testsuites');
});

test('Assay inside the checkout is refused, because the change could replace it', async () => {
  repository = createRepository(SKIPPED);
  const { folder } = repository;
  cpSync(CHECK, join(folder, 'tools/examples/workflows/check.sh'), { recursive: true });
  const { status, output } = await runScript('tools/examples/workflows/check.sh', { folder });
  expect({ status, output }).toMatchObject({ status: 2, output: expect.stringContaining('Install Assay elsewhere') });
});

/* What a hostile change commits so that a job runs it: each would leave a file, with the tokens it saw. */
const EVIL = '#!/bin/sh\n{ echo "$0"; env; } >> "$PLANTED"\nexit 0\n';
const EVIL_JS = `require('fs').appendFileSync(process.env.PLANTED, __filename + JSON.stringify(process.env));\n`;
const HOSTILE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['assay', 'node', 'npm', 'npx', 'git', 'env', 'dirname', 'mktemp', 'sed'].map((name) => [
      `node_modules/.bin/${name}`,
      EVIL,
    ]),
  ),
  'node_modules/assay/package.json': '{ "name": "assay", "version": "9.9.9", "bin": "bin/assay.js" }',
  'node_modules/assay/bin/assay.js': EVIL_JS,
  'package.json': JSON.stringify({
    scripts: Object.fromEntries(['preinstall', 'prepare'].map((key) => [key, './evil.sh'])),
  }),
  '.npmrc': 'script-shell=./evil.sh\nnode-options=--require=./evil.cjs\nregistry=http://127.0.0.1:9\n',
  '.env': 'NODE_OPTIONS=--require=./evil.cjs\n',
  'evil.sh': EVIL,
  'evil.cjs': EVIL_JS,
  'assay.config.ts': "import './evil.cjs';\nexport default {};\n",
  'assay.config.js': "import './evil.cjs';\nexport default {};\n",
  '.gitconfig':
    '[core]\n\thooksPath = .githooks\n\tfsmonitor = ./evil.sh\n[diff "evil"]\n\ttextconv = ./evil.sh\n' +
    '[filter "lfs"]\n\tsmudge = ./evil.sh\n\tprocess = ./evil.sh\n\trequired = true\n',
  '.githooks/post-checkout': EVIL,
  '.gitattributes': '*.ts diff=evil filter=lfs\n',
  '.lfsconfig': '[lfs]\n\turl = http://127.0.0.1:9\n',
  '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = ext::./evil.sh\n',
};

describe('a hostile change: nothing of it runs, and it is still caught', () => {
  const planted = join(mkdtempSync(join(tmpdir(), 'assay-planted-')), 'planted');
  /** The worst job: its home is the checkout, whose programs are the first ones, and Node loads a file of it. */
  const worst = ({ folder }: Repository): NodeJS.ProcessEnv => ({
    ...{ HOME: folder, PLANTED: planted, NODE_OPTIONS: `--require=${join(folder, 'evil.cjs')}` },
    PATH: `${join(folder, 'node_modules/.bin')}:./node_modules/.bin:${dirname(process.execPath)}:${process.env['PATH']}`,
  });
  const plant = (): Repository => {
    const planted_in = createRepository(SKIPPED, HOSTILE);
    for (const [path, text] of Object.entries(HOSTILE))
      if (text === EVIL) chmodSync(join(planted_in.folder, path), 0o755);
    symlinkSync(planted, join(planted_in.folder, 'assay.xml'));
    return planted_in;
  };
  afterAll(() => rmSync(dirname(planted), { recursive: true, force: true }));
  const expectCaught = ({ status, output }: Ended): void => {
    expect(existsSync(planted) && readFileSync(planted, 'utf8')).toBe(false);
    expect({ status, output }).toMatchObject({ status: 1, output: expect.not.stringContaining(GITLAB_TOKEN) });
  };

  test('GitHub', async () => {
    repository = plant();
    const env = { ...jobEnvironment(repository), ...worst(repository) };
    const ended = await runAction(repository.folder, inputsOf(repository), env);
    expectCaught(ended);
    expect(ended.output).toMatch(/^::error file=add\.test\.ts,line=2/m);
  });

  test('GitLab', async () => {
    await using gitlab = await startScriptedGitlab({
      token: GITLAB_TOKEN,
      notes_path: '/projects/42/merge_requests/5/notes',
    });
    repository = plant();
    // git itself comes from the image, and runs before anything of Assay
    const { PATH: _, HOME: __, ...env } = worst(repository);
    expectCaught(await runGitlab(repository, { ...gitlabJob(repository, gitlab.api_url), ...env }));
    expect(lstatSync(join(repository.folder, 'assay.xml')).isFile()).toBe(true);
    expect(gitlab.notes[0]?.body).toMatch(/add\.test\.ts:2/);
  });

  test('any other CI', async () => {
    repository = plant();
    const { folder, base, head } = repository;
    const env = { ...worst(repository), BASE: base, HEAD: head, GITLAB_TOKEN };
    expectCaught(await runScript(`${CHECK} --format junit`, { folder, env }));
  });
});
