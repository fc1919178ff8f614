import { at, list, text as readText } from '@assay/schema/json';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { findInstall } from '../test-commands/advice.ts';

/** How to install the dependencies of a checkout. */
export interface InstallPlan {
  /** `{date}` is that of the commit: without a lock file, versions of that time are installed. */
  readonly command: string;
  /** The files that decide what is installed: the same content gives the same environment. */
  readonly decided_by: readonly string[];
  /** Folders of packages that are installed too, as patterns. Their manifests decide as well. */
  readonly members?: readonly string[];
  /** Whether tests cannot run before. Otherwise what the machine has may do. */
  readonly needed: boolean;
  /** The file that decides how to install. */
  readonly manifest: string;
}

type Plan = Omit<InstallPlan, 'manifest'>;

interface Installer {
  readonly file: string;
  plan(text: string, options: PlanOptions & { readonly read: ReadFile }): Promise<Plan | undefined> | Plan | undefined;
}

/** The text of a file at the top of the checkout; undefined if there is none. */
type ReadFile = (name: string) => Promise<string | undefined>;

interface PlanOptions {
  /** The files at the top of the checkout. */
  readonly names: readonly string[];
}

const NODE_LOCKS = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'];
const NODE_SETTINGS = ['pnpm-workspace.yaml', '.npmrc', '.yarnrc.yml', '.yarnrc'];
// code of a dependency must not run on this machine
const NODE_OPTIONS: readonly (readonly [tool: string, options: string])[] = [
  ['npm ci', '--ignore-scripts --prefer-offline --no-audit --no-fund'],
  ['npm install', '--ignore-scripts --prefer-offline --no-audit --no-fund --no-package-lock'],
  ['pnpm install', '--ignore-scripts --prefer-offline'],
  ['yarn install --frozen-lockfile', '--ignore-scripts --prefer-offline --non-interactive'],
  ['yarn install', '--mode=skip-build'],
];
// the first version of Yarn has other options; it would ignore the others and run scripts
const CLASSIC = 'yarn install --frozen-lockfile';
const isClassic = (lock: string | undefined): boolean => !/^__metadata:/m.test(lock ?? '');
const REQUIREMENTS = /^(?:requirements|(?:dev|test)[_-]requirements)[\w.-]*\.txt$|^requirements[_-]\w+\.txt$/;

const INSTALLERS: readonly Installer[] = [
  { file: 'package.json', plan: planNode },
  {
    file: 'go.sum',
    plan: (text, { names }) =>
      text.trim() === '' || names.includes('vendor')
        ? undefined
        : { command: 'go mod vendor', decided_by: ['go.mod', 'go.sum'], needed: true },
  },
  { file: 'Cargo.toml', plan: planCargo },
  ...['pyproject.toml', 'setup.py', 'requirements.txt'].map((file) => ({ file, plan: planPython })),
];

/** How to install what a checkout needs; undefined if it needs nothing. */
export async function planInstall(read: ReadFile, options: PlanOptions): Promise<InstallPlan | undefined> {
  for (const { file, plan } of INSTALLERS) {
    const text = await read(file);
    if (text === undefined) continue;
    const found = await plan(text, { ...options, read });
    return found && { ...found, manifest: file };
  }
  return undefined;
}

/** A command with the date of a commit. */
export const fillDate = (command: string, date: string): string => command.replaceAll('{date}', date.slice(0, 10));

async function planNode(
  text: string,
  { names, read }: PlanOptions & { readonly read: ReadFile },
): Promise<Plan | undefined> {
  const found = parseOr(text, JSON.parse);
  const workspaces = at(found, 'workspaces');
  const members = [
    ...list(workspaces),
    ...list(at(workspaces, 'packages')),
    ...list(at(parseOr((await read('pnpm-workspace.yaml')) ?? '', parseYaml), 'packages')),
  ].flatMap((pattern) => readText(pattern) ?? []);
  if (!hasDependencies(found) && members.length === 0) return undefined;
  const install = findInstall(names);
  const base = install.startsWith('yarn') && isClassic(await read('yarn.lock')) ? CLASSIC : install;
  const [tool = ''] = base.split(' ');
  // the checkout is below the repository, whose workspace is that of another commit
  const alone = tool === 'pnpm' && !names.includes('pnpm-workspace.yaml') ? ' --ignore-workspace' : '';
  const options = `${NODE_OPTIONS.find(([start]) => base.startsWith(start))?.[1] ?? ''}${alone}`;
  const fallback = await planTool(tool, read);
  const command = `${fallback}${base} ${options}`;
  return {
    // not every registry knows when its versions were published
    command: base === 'npm install' ? `${command} --before={date} || ${command}` : command,
    decided_by: ['package.json', ...NODE_LOCKS, ...NODE_SETTINGS].filter((name) => names.includes(name)),
    members,
    needed: true,
  };
}

// a machine with npm alone can start the others, in the version that wrote the lock file
async function planTool(tool: string, read: ReadFile): Promise<string> {
  if (tool !== 'pnpm' && tool !== 'yarn') return '';
  const wanted = new RegExp(`"packageManager"\\s*:\\s*"${tool}@([\\d.]+)`).exec(
    (await read('package.json')) ?? '',
  )?.[1];
  const lock = /^lockfileVersion: '?(\d+)/m.exec((await read('pnpm-lock.yaml')) ?? '')?.[1] ?? '';
  const version = wanted ?? (tool === 'yarn' ? '1' : (PNPM_BY_LOCK[lock] ?? '10'));
  const major = Number.parseInt(version, 10);
  // pnpm would download exactly the version of the manifest anyway. before 7, it cannot download with Node 20 and
  // later, and 7 reads its lock files
  const usable = tool === 'yarn' ? major : major < 7 ? 7 : version;
  return `command -v ${tool} >/dev/null || ${tool}() { npx --yes ${tool}@${usable} "$@"; }; `;
}

const PNPM_BY_LOCK: Readonly<Record<string, string>> = { 5: '7', 6: '8', 9: '10' };

const hasDependencies = (found: unknown): boolean =>
  ['dependencies', 'devDependencies'].some((field) => Object.keys(at(found, field) ?? {}).length > 0);

function parseOr(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

// the folder with the packages, and the setting that makes Cargo read it
function planCargo(text: string, { names }: PlanOptions): Plan | undefined {
  const found = parseOr(text, parseToml);
  const members = list(at(found, 'workspace', 'members')).flatMap((pattern) => readText(pattern) ?? []);
  const has = /^\[(?:.+\.)?(?:dev-|build-)?dependencies[.\]]/m.test(text) || members.length > 0;
  if (!has || names.includes('vendor') || names.includes('.cargo')) return undefined;
  return {
    command: `mkdir .cargo && cargo vendor${names.includes('Cargo.lock') ? ' --locked' : ''} >.cargo/config.toml`,
    decided_by: ['Cargo.toml', 'Cargo.lock'].filter((name) => names.includes(name)),
    members,
    needed: false,
  };
}

function planPython(_: string, { names }: PlanOptions): Plan {
  const requirements = names.filter((name) => REQUIREMENTS.test(name)).toSorted();
  const project = ['pyproject.toml', 'setup.py'].some((name) => names.includes(name));
  if (names.includes('uv.lock'))
    return { command: 'uv sync --frozen', decided_by: ['pyproject.toml', 'uv.lock'], needed: false };
  const wanted = [
    'pytest',
    ...requirements.map((name) => `-r ${name}`),
    ...(project ? ["-e '.[test,tests,testing,dev]'"] : []),
  ];
  return {
    command: `python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet --disable-pip-version-check ${wanted.join(' ')}`,
    decided_by: [...requirements, 'pyproject.toml', 'setup.py', 'setup.cfg'].filter((name) => names.includes(name)),
    needed: false,
  };
}
