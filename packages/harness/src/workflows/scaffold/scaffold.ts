import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AssayError, Limits } from '@assay/schema';
import { stringify } from 'yaml';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { quote } from '../../machine/processes/quote.ts';
import { runCommand } from '../../run/execute/run-command.ts';
import { detectTests } from './detect-tests.ts';
import { formatFix, isSource, listBugs, type PlantedBug, plantBug } from './plant-bug.ts';

const run = promisify(execFile);
const NAME = 'fix-the-bug';
const MOST_BUGS = 20;
const LARGEST_SOURCE = 256 * 1024;
const PATIENCE_MS = 300_000;
// the share of the faulty file that must remain
const LEAST_LEFT = 0.8;

export interface ScaffoldOptions {
  readonly folder: string;
  readonly host: Host;
  readonly sandbox: Sandbox;
  readonly onProgress: (sentence: string) => void;
  readonly signal: AbortSignal;
}

export interface Scaffold {
  readonly scenario: string;
  readonly files: readonly string[];
  readonly bug: PlantedBug;
  readonly command: string;
}

/**
 * Creates a first scenario for a repository whose tests pass: a copy with a planted bug that its tests
 * notice. The fix is known, so the scenario can be proven at once.
 */
export async function scaffold(options: ScaffoldOptions): Promise<Scaffold> {
  const { folder, onProgress } = options;
  const config = join(folder, 'assay.config.yaml');
  for (const path of [config, join(folder, 'scenarios', NAME)])
    if (await exists(path)) throw new AssayError('conflict', `${path} already exists; \`assay run\` uses it`);
  const setup = await detectTests(folder);
  if (setup === undefined)
    throw new AssayError(
      'invalid_input',
      'found no test command; add one to package.json, go.mod, Cargo.toml, pyproject.toml, Makefile or test.sh',
    );
  onProgress(`tests: ${setup.command} (${setup.found})`);
  const paths = await listFiles(folder);
  const work = await mkdtemp(join(tmpdir(), 'assay-init-'));
  try {
    await copyFiles(paths, folder, work);
    const check = createCheck(work, setup.command, options);
    if (!(await check()))
      throw new AssayError(
        'invalid_input',
        `\`${setup.command}\` fails on the files under version control; a scenario needs passing tests`,
      );
    onProgress('the tests pass; looking for a bug they notice');
    const { bug, text } = await findBug(paths, work, check);
    onProgress(`planted in ${bug.path}, line ${bug.line}`);
    return { ...(await write(options, { paths, setup: setup.command, bug, text })), bug, command: setup.command };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

// requires version control, which decides the files
async function listFiles(folder: string): Promise<string[]> {
  const git = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).catch(() => undefined);
  if (git === undefined)
    throw new AssayError('invalid_input', `${folder} is not under version control; run \`git init\` first`);
  return git.stdout.split('\0').filter((path) => path !== '' && !path.startsWith('.assay/'));
}

async function copyFiles(paths: readonly string[], from: string, to: string): Promise<void> {
  for (const path of paths) {
    const found = await lstat(join(from, path)).catch(() => undefined);
    if (found === undefined || found.isDirectory()) continue; // deleted but not committed, or a submodule
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(join(from, path), join(to, path), { verbatimSymlinks: true });
  }
}

type Check = () => Promise<boolean>;

function createCheck(workspace: string, command: string, { folder, host, sandbox, signal }: ScaffoldOptions): Check {
  return async () => {
    const home = await mkdtemp(join(tmpdir(), 'assay-init-home-'));
    try {
      await using session = await sandbox.open({
        workspace,
        home,
        limits: Limits.parse({}),
        gateway: null,
        readable: [join(folder, 'node_modules')],
        path: host.environment['PATH'] ?? '',
        key: `init_${process.pid}`,
      });
      const { evidence } = await runCommand({
        session,
        command: `${linkModules(folder)}${command}`,
        timeout_ms: PATIENCE_MS,
        redactor: createRedactor(new Map()),
        signal,
      });
      signal.throwIfAborted();
      return evidence.exit_code === 0;
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  };
}

// installed packages are not in the repository, but tests need them
const linkModules = (folder: string): string =>
  `[ -e node_modules ] || [ ! -d ${quote(join(folder, 'node_modules'))} ] || ln -s ${quote(join(folder, 'node_modules'))} node_modules; `;

async function findBug(
  paths: readonly string[],
  work: string,
  check: Check,
): Promise<{ bug: PlantedBug; text: string }> {
  const files = new Map<string, string>();
  for (const path of paths.filter(isSource)) {
    const found = await lstat(join(work, path)).catch(() => undefined);
    if (found?.isFile() && found.size <= LARGEST_SOURCE) files.set(path, await readFile(join(work, path), 'utf8'));
  }
  for (const bug of listBugs(files).slice(0, MOST_BUGS)) {
    const text = files.get(bug.path) as string;
    await writeFile(join(work, bug.path), plantBug(text, bug));
    const noticed = !(await check());
    await writeFile(join(work, bug.path), text);
    if (noticed) return { bug, text };
  }
  throw new AssayError(
    'invalid_input',
    `the tests noticed none of up to ${MOST_BUGS} bugs planted in ${files.size} source files; write a scenario by hand (see docs/scenarios.md)`,
  );
}

interface Found {
  readonly paths: readonly string[];
  readonly setup: string;
  readonly bug: PlantedBug;
  readonly text: string;
}

async function write({ folder }: ScaffoldOptions, { paths, setup: command, bug, text }: Found) {
  const home = join(folder, 'scenarios', NAME);
  const fixture = join(home, 'fixture');
  await copyFiles(paths, folder, fixture);
  const { mode } = await lstat(join(folder, bug.path));
  await writeFile(join(fixture, bug.path), plantBug(text, bug));
  await chmod(join(fixture, bug.path), mode);
  const modules = await exists(join(folder, 'node_modules'));
  const scenario = {
    name: NAME,
    user_instruction: `The tests of ${basename(folder)} fail (\`${command}\`). Find the cause in the source and fix it. Do not change the tests.`,
    workspace_seed: { copy: './fixture' },
    ...(modules ? { setup: linkModules(folder).replace(/; $/, '') } : {}),
    stages: [{ name: 'test', command, max_attempts: 3 }],
    scorers: [
      { name: 'tests pass', type: 'command', command, timeout_s: 600 },
      // a workaround for the tested inputs would leave the faulty line in place
      {
        name: 'the faulty line is gone',
        type: 'command',
        command: `! grep -qxF -- ${quote(bug.after)} ${quote(bug.path)}`,
      },
      // a file that exits before the tests run could drop the rest
      {
        name: 'the rest is still there',
        type: 'command',
        command: `test "$(wc -c < ${quote(bug.path)})" -ge ${Math.floor(Buffer.byteLength(text) * LEAST_LEFT)}`,
      },
      { name: 'only the faulty file changed', type: 'allowed_paths', patterns: [bug.path] },
      { name: 'a small change', type: 'max_files_changed', limit: 1 },
    ],
    integrity: 'gate',
    latency_baseline: 'scenario',
    oracle: './oracle.patch',
  };
  const config = {
    scenarios: './scenarios',
    agents: ['oracle', 'nop'],
    judge: { use: 'heuristic' },
    ...(modules ? { sandbox: { readable: [join(folder, 'node_modules')] } } : {}),
  };
  const files = {
    [join(home, 'oracle.patch')]: formatFix(text, bug),
    [join(home, 'scenario.yaml')]: stringify(scenario, { lineWidth: 110 }),
    [join(folder, 'assay.config.yaml')]: stringify(config),
  };
  for (const [file, content] of Object.entries(files)) await writeFile(file, content);
  return { scenario: NAME, files: Object.keys(files) };
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
