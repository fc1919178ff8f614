import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { quote } from '../../machine/processes/quote.ts';
import { runProcess } from '../../machine/processes/run-process.ts';
import { copyWorkspace } from '../../machine/workspace/copy-workspace.ts';
import { moveFolder } from '../../machine/workspace/move-folder.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import { RejectedError } from '../rejection.ts';
import { lastLines } from '../test-commands/advice.ts';
import { type InstallPlan, planInstall } from './install-plan.ts';

/** What the tests of a commit need besides its files. */
export interface Environment {
  /** Links what is installed into a workspace; undefined if nothing is. */
  readonly setup: string | undefined;
  /** Whether Python is one of the environment's own. */
  readonly has_python: boolean;
  /** Whether its dependencies were installed, rather than taken from the machine. */
  readonly is_installed: boolean;
  /** The command that installs them elsewhere; undefined if there are none. */
  readonly install: string | undefined;
}

export const NO_ENVIRONMENT: Environment = {
  setup: undefined,
  has_python: false,
  is_installed: false,
  install: undefined,
};

export interface EnvironmentsOptions {
  /** Where environments are kept. */
  readonly folder: string;
  /** The user's checkout, whose installed dependencies may be the same. */
  readonly checkout: string;
  /** Overrides the install command. */
  readonly setup: string | undefined;
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly onProgress: (sentence: string) => void;
}

interface Request {
  /** Writes the files of the commit into an empty folder. */
  readonly fill: (folder: string) => Promise<void>;
  /** A folder for the checkout. No run may read it: it contains the solution. */
  readonly draft: string;
  readonly date: string;
  /** Also installs what the machine may have already. */
  readonly force?: boolean;
}

export interface Environments {
  prepare(request: Request): Promise<Environment>;
}

/** A copy has no tags, from which these tools would tell the version. */
export const NO_GIT_VERSION = {
  SETUPTOOLS_SCM_PRETEND_VERSION: '999.0.0',
  PBR_VERSION: '999.0.0',
  POETRY_DYNAMIC_VERSIONING_BYPASS: '999.0.0',
};

// folders of dependencies at the top of a checkout
const INSTALLED = ['node_modules', '.venv', 'venv', 'vendor'];
const PATIENCE_MS = 900_000;
const MOST_OUTPUT = 64 * 1024 * 1024;

/** Installs the dependencies of commits, once for each set of lock files, outside of all workspaces. */
export function openEnvironments(options: EnvironmentsOptions): Environments {
  const failed = new Map<string, RejectedError>();
  return {
    async prepare({ fill, draft, date, force = false }) {
      await removeTree(draft);
      await mkdir(draft, { recursive: true });
      try {
        await fill(draft);
        const plan = await choosePlan(draft, { date, setup: options.setup });
        const none = { ...NO_ENVIRONMENT, install: plan?.command };
        if (plan === undefined || !(plan.needed || force)) return none;
        const files = await readAll(draft, plan.decided_by);
        const key = canonicalDigest({ setup: options.setup, files: pickDeciding(files) }).slice(0, 16);
        const home = join(options.folder, key);
        const known = failed.get(key);
        if (known !== undefined) throw known;
        const found = await describe(home);
        if (found !== undefined) return { ...found, install: plan.command };
        await install(plan, { draft, home, options }).catch((error: unknown) => {
          if (error instanceof RejectedError) failed.set(key, error);
          throw error;
        });
        return { ...((await describe(home)) ?? none), install: plan.command };
      } finally {
        await removeTree(draft);
      }
    },
  };
}

async function choosePlan(
  draft: string,
  { date, setup }: { date: string; setup: string | undefined },
): Promise<InstallPlan | undefined> {
  const names = await readdir(draft);
  if (setup !== undefined) return { command: setup, decided_by: names.filter(isManifest), needed: true };
  return await planInstall((name) => readFile(join(draft, name), 'utf8').catch(() => undefined), { names, date });
}

const isManifest = (name: string): boolean =>
  /(?:^|[.-])lock\b|\.lock$|^(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|[\w-]*requirements[\w.-]*\.txt|go\.(?:mod|sum)|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile)$/.test(
    name,
  );

interface InstallOptions {
  readonly draft: string;
  readonly home: string;
  readonly options: EnvironmentsOptions;
}

async function install(plan: InstallPlan, { draft, home, options }: InstallOptions): Promise<void> {
  const { checkout, setup, host, signal, onProgress } = options;
  const before = new Set(await readdir(draft));
  if (setup === undefined && (await hasSame(checkout, { draft, plan }))) {
    onProgress('using a copy of the installed dependencies');
    await copyWorkspace(join(checkout, 'node_modules'), join(draft, 'node_modules'));
  } else {
    onProgress(`installing: ${plan.command}`);
    const env = Object.fromEntries(
      Object.entries({ ...NO_GIT_VERSION, ...host.environment }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    const ended = await runProcess({
      command: ['/bin/sh', '-c', plan.command],
      cwd: draft,
      env,
      timeout_ms: PATIENCE_MS,
      max_output_bytes: MOST_OUTPUT,
      signal,
    });
    signal.throwIfAborted();
    if (ended.ended_by !== 'exit' || ended.exit_code !== 0) {
      const how =
        ended.ended_by === 'exit' ? `exited with ${ended.exit_code ?? ended.signal}` : (ended.reason ?? ended.ended_by);
      const output = lastLines(`${ended.stdout}\n${ended.stderr}`);
      const missing = ended.exit_code === 127 ? describeMissing(output) : undefined;
      // every other commit would miss it too
      if (missing !== undefined) throw new AssayError('not_installed', missing);
      throw new RejectedError('not_installable', `\`${plan.command}\` ${how}\n${output}`);
    }
  }
  // finished in one step, so that a kill leaves no half of it
  const part = `${home}.part`;
  await removeTree(part);
  await mkdir(part, { recursive: true });
  const names = (await readdir(draft)).filter((name) => INSTALLED.includes(name) && !before.has(name));
  for (const name of names) await moveFolder(join(draft, name), join(part, name));
  await rename(part, home);
}

const INSTALLS: Readonly<Record<string, string>> = {
  uv: 'run `python3 -m pip install uv`',
};

/** Which program a shell did not find, and what to do; undefined if it does not say. */
function describeMissing(output: string): string | undefined {
  const [, program] = /(?:^|[\s:])([\w.-]+): (?:command )?not found$/m.exec(output) ?? [];
  if (program === undefined) return undefined;
  const advice = Object.hasOwn(INSTALLS, program) ? INSTALLS[program] : 'install it';
  return `${program} is not installed: ${advice}, or name another command with --setup`;
}

// npm's result for the same files, so nothing needs to be fetched
async function hasSame(checkout: string, { draft, plan }: { draft: string; plan: InstallPlan }): Promise<boolean> {
  if (!plan.decided_by.includes('package.json')) return false;
  const installed = await readdir(join(checkout, 'node_modules')).catch(() => []);
  const [ours, theirs] = [await readAll(checkout, plan.decided_by), await readAll(draft, plan.decided_by)];
  return (
    installed.length > 0 && plan.decided_by.length > 1 && plan.decided_by.every((name) => ours[name] === theirs[name])
  );
}

/** What decides of the files what is installed: not the name, version or scripts of the project itself. */
function pickDeciding(files: Readonly<Record<string, string | undefined>>): unknown {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, name.endsWith('.json') ? pickFields(text) : text]),
  );
}

function pickFields(text: string | undefined): unknown {
  try {
    const { version: _, name: __, scripts: ___, packages, ...rest } = JSON.parse(text ?? '') as Record<string, unknown>;
    const { '': own, ...others } = (packages ?? {}) as Record<string, unknown>;
    const { version: ____, ...kept } = (own ?? {}) as Record<string, unknown>;
    const described = ['description', 'files', 'main', 'module', 'types', 'exports', 'keywords', 'homepage', 'author'];
    const deciding = Object.entries(rest).filter(([field]) => !described.includes(field));
    return [Object.fromEntries(deciding), kept, others];
  } catch {
    // the installer will say what is wrong with it
    return text;
  }
}

async function readAll(folder: string, names: readonly string[]): Promise<Record<string, string | undefined>> {
  const texts = names.map(
    async (name) => [name, await readFile(join(folder, name), 'utf8').catch(() => undefined)] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

async function describe(home: string): Promise<Omit<Environment, 'install'> | undefined> {
  const names = await readdir(home).catch(() => undefined);
  if (names === undefined) return undefined;
  const links = names.map((name) => `{ [ -e ${quote(name)} ] || ln -s ${quote(join(home, name))} ${quote(name)}; }`);
  return {
    setup: links.length === 0 ? undefined : links.join(' && '),
    has_python: names.includes('.venv'),
    is_installed: true,
  };
}
