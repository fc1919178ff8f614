import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Listening, listen } from '../../packages/server/src/http/listen.ts';
import { openTestApi, type TestApi } from '../../packages/server/test/server.ts';
import { COMPILE_CACHE } from '../compile-cache.ts';
import { startThoroughJudge } from '../scripted-judge/thorough-judge.ts';
import { FRESH_FILES, HOME_FILES, NAMED_SCENARIOS, PROJECT_FILES } from './files.ts';
import { writeShims } from './shims.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SESSION = join(ROOT, 'fixtures/transcripts/claude/latest-2.1.325.session.jsonl');

/** Prepared values for the names that a reader replaces with their own. */
export type Names = Readonly<
  Record<'run' | 'comparison' | 'key' | 'kid' | 'tree_before' | 'tree_after' | 'url', string>
>;

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** A prepared project, home folder and server for the commands of the pages. */
export interface DocsProject extends AsyncDisposable {
  readonly names: Names;
  /** A copy of the project, or of a repository without Assay. */
  copy(kind: 'project' | 'fresh'): string;
  shell(folder: string, script: string): Promise<Ran>;
}

/** Runs a script in bash, in which a failing part of a pipe counts. */
async function runShell(folder: string, script: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn('bash', ['--noprofile', '--norc', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { status, output: stdout + stderr };
}

function putFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export async function prepareDocsProject(): Promise<DocsProject> {
  const base = mkdtempSync(join(tmpdir(), 'assay-docs-'));
  const at = (name: string): string => join(base, name);
  const [project, fresh, home] = [at('project'), at('fresh'), at('home')];
  const [api, judge] = await Promise.all([openTestApi(), startThoroughJudge()]);
  const server = await listen({ app: api.app, host: '127.0.0.1', port: 0 });
  writeShims(at('bin'));
  putFiles(home, HOME_FILES);
  cpSync(SESSION, join(home, '.claude/projects/app/session.jsonl'));
  const env = createEnvironment({ home, bin: at('bin'), api, server, judge_url: judge.url });
  const must = async (folder: string, script: string): Promise<string> => {
    const { status, output } = await runShell(folder, `set -e\n${script}`, env);
    if (status !== 0) throw new Error(`${script}\nexited with ${status}:\n${output}`);
    return output;
  };
  await createRepositories({ project, fresh, bare: at('remote.git'), must });
  const names = await storeResults({ project, must, api, url: server.url });
  let copies = 0;
  return {
    names,
    copy(kind) {
      const folder = at(`copy-${++copies}`);
      cpSync(kind === 'fresh' ? fresh : project, folder, { recursive: true, verbatimSymlinks: true });
      return folder;
    },
    shell: (folder, script) => runShell(folder, script, { ...env, RUN: names.run }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await api[Symbol.asyncDispose]();
      await judge[Symbol.asyncDispose]();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

interface EnvironmentParts {
  readonly home: string;
  readonly bin: string;
  readonly api: TestApi;
  readonly server: Listening;
  readonly judge_url: string;
}

const createEnvironment = ({ home, bin, api, server, judge_url }: EnvironmentParts): NodeJS.ProcessEnv => {
  const programs = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  return {
    HOME: home,
    PATH: [bin, programs].join(delimiter),
    DOCS_PATH: programs,
    ASSAY_URL: server.url,
    ASSAY_API_KEY: api.key,
    ASSAY_KEY: api.key,
    DATABASE_URL: api.url,
    OPENAI_BASE_URL: `${judge_url}/v1`,
    OPENAI_API_KEY: 'sk-scripted',
    GIT_CONFIG_NOSYSTEM: '1',
    ...COMPILE_CACHE,
  };
};

type Must = (folder: string, script: string) => Promise<string>;

interface RepositoryParts {
  readonly project: string;
  readonly fresh: string;
  readonly bare: string;
  readonly must: Must;
}

/** `main`, and a branch whose CLAUDE.md is better. */
async function createRepositories({ project, fresh, bare, must }: RepositoryParts): Promise<void> {
  putFiles(project, PROJECT_FILES);
  putFiles(fresh, FRESH_FILES);
  const identity = 'git config --global user.name Ann && git config --global user.email ann@example.test';
  const commit = (message: string): string => `git add -A && git commit -qm '${message}'`;
  await must(project, `${identity}; git init -qb main; git init -q --bare -b main '${bare}'; ${commit('first')}`);
  await must(project, `git remote add origin '${bare}'; git push -q origin main; git checkout -qb better`);
  await must(project, `echo 'be thorough' > CLAUDE.md; ${commit('better')}; echo '*' > .git/info/exclude`);
  await must(fresh, `git init -qb main; ${commit('first')}`);
}

interface ResultParts {
  readonly project: string;
  readonly must: Must;
  readonly api: TestApi;
  readonly url: string;
}

/** Runs with labels, a comparison, sessions, evaluations and keys. */
async function storeResults({ project, must, api, url }: ResultParts): Promise<Names> {
  await must(project, `assay run roman-numerals ${NAMED_SCENARIOS.map((name) => `./${name}`).join(' ')} --prove`);
  await must(project, 'assay run --agent claude-code --label nightly --judge openai:gpt-5');
  await must(project, 'assay run --agent claude-code --label before; assay run --agent claude-code --label after');
  await must(project, 'assay compare --baseline main --agent claude-code --repeat 2 || test $? = 1');
  const { runs } = JSON.parse(await must(project, 'assay report nightly --format json')) as {
    runs: { run_id: string }[];
  };
  const run = runs[0]?.run_id ?? '';
  await must(project, `mkdir -p other-project/.assay && cp -R .assay/runs other-project/.assay/runs`);
  await must(project, `cp -R .assay/runs/${run} sent-by-a-colleague`);
  await must(project, `mkdir runs; cp '${SESSION}' session.jsonl; cp '${SESSION}' runs/one.jsonl`);
  await sendEvaluations(api);
  await must(project, 'curl "$ASSAY_URL/.well-known/assay-keys.json" > keys.json');
  const evidence = JSON.parse(readFileSync(join(project, '.assay/runs', run, 'evidence.json'), 'utf8'));
  return {
    run,
    url,
    comparison: (readdirSync(join(project, '.assay/comparisons'))[0] ?? '').replace(/\.json$/, ''),
    key: JSON.parse(await must(project, 'assay key create --name spare --scopes read --json')).api_key.api_key_id,
    kid: JSON.parse(await must(project, 'assay signing-key list --json')).keys[0]?.kid ?? '',
    tree_before: evidence.baseline_tree,
    tree_after: evidence.final_tree,
  };
}

async function sendEvaluations(api: TestApi): Promise<void> {
  const evaluations = ['bidder-prod', 'my-bot'].flatMap((agent_id) =>
    Array.from({ length: 60 }, (_, n) => ({
      event_id: `${agent_id}-${n}`,
      agent_id,
      output: n,
      passed: true,
      latency_ms: 5,
    })),
  );
  await api.request('/v1/ingest', { method: 'POST', body: { evaluations } });
}
