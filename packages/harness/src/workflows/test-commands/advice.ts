/** What is known about a command that failed. */
export interface FailedCommand {
  readonly command: string;
  readonly output: string;
  readonly timed_out: boolean;
  /** How to install the packages of package.json if they are not installed; null if they are. */
  readonly install: string | null;
}

interface Advice {
  readonly pattern: RegExp;
  /** What is missing and what to do, given the groups of the pattern. */
  readonly text: (groups: readonly string[]) => string;
}

const AGAIN = 'then try again';
const notFound = (program: string): RegExp =>
  new RegExp(`(?:^|[\\s:"'])${program}["']?: (?:command )?not found|No such file or directory.*\\b${program}$`, 'm');
const toolchain = (program: string, title: string): Advice => ({
  pattern: notFound(program),
  text: () => `no ${title} found; install it, ${AGAIN}`,
});

/** The first match counts. */
const ADVICE: readonly Advice[] = [
  { pattern: notFound('go'), text: () => `no Go toolchain found; install Go, ${AGAIN}` },
  { pattern: notFound('cargo'), text: () => `no Rust toolchain found; install Rust, ${AGAIN}` },
  toolchain('python3', 'Python 3'),
  toolchain('npm', 'npm'),
  toolchain('mvn', 'Maven'),
  toolchain('bundle', 'Bundler'),
  toolchain('make', 'make'),
  {
    pattern: /no default is configured|rustup could not choose a version/,
    text: () => `no Rust toolchain found; run \`rustup default stable\`, ${AGAIN}`,
  },
  {
    pattern: /go\.mod requires go >= ([\d.]+)|toolchain not available|note: module requires Go ([\d.]+)/,
    text: ([first, second]) => `the module needs Go ${first || second || 'of another version'}; install it, ${AGAIN}`,
  },
  {
    pattern: /missing go\.sum entry|updates to go\.(?:mod|sum) needed/,
    text: () => `go.sum is incomplete: run \`go mod tidy\`, ${AGAIN}`,
  },
  {
    pattern:
      /module lookup disabled|cannot find package "|proxy\.golang\.org|dial tcp|no required module provides package/,
    text: () => `the Go modules are not available offline: run \`go mod vendor\`, ${AGAIN}`,
  },
  {
    pattern: /no matching package named|--offline was specified|failed to (?:download|get) `/,
    text: () =>
      `the crates are not available offline: run \`cargo vendor\`, add what it prints to .cargo/config.toml, ${AGAIN}`,
  },
  {
    pattern: /No module named '?pytest'?/,
    text: () => `pytest is not installed: run \`python3 -m pip install pytest\`, ${AGAIN}`,
  },
  {
    pattern: /No module named '([\w.]+)'/,
    text: ([name = '']) =>
      `the Python module ${name} is not installed: install it, or the project with \`python3 -m pip install -e .\`, ${AGAIN}`,
  },
  {
    pattern: /Could not find gem|bundler: command not found|Run `bundle install`/,
    text: () => `the dependencies are not installed: run \`bundle install\`, ${AGAIN}`,
  },
];

const MISSING_PACKAGE = /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|: not found|command not found/;
const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|Temporary failure in name resolution|Network is unreachable/;

/** What to do about test commands that fail; undefined if only the tests can tell. */
export function findAdvice({ output, timed_out, install }: FailedCommand): string | undefined {
  if (timed_out) return 'it reached the timeout; make the tests faster, or write a scenario by hand';
  if (install !== null && MISSING_PACKAGE.test(output))
    return `the dependencies are not installed: run \`${install}\`, ${AGAIN}`;
  for (const { pattern, text } of ADVICE) {
    const [, ...groups] = pattern.exec(output) ?? [undefined];
    if (pattern.test(output)) return text(groups.map((group) => group ?? ''));
  }
  return NO_NETWORK.test(output) ? 'it needs the network, which the sandbox does not have' : undefined;
}

const INSTALLS: readonly (readonly [lock: string, command: string])[] = [
  ['package-lock.json', 'npm ci'],
  ['npm-shrinkwrap.json', 'npm ci'],
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['yarn.lock', 'yarn install --immutable'],
];

/** The command that installs the packages of a package.json, by its lock file. */
export const findInstall = (paths: readonly string[]): string =>
  INSTALLS.find(([lock]) => paths.includes(lock))?.[1] ?? 'npm install';

const MOST_LINES = 15;

/** The last lines of an output that are not empty. */
export const lastLines = (output: string): string =>
  output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-MOST_LINES)
    .join('\n');
