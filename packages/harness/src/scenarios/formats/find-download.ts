import { parseShell, type SimpleCommand } from '@assay/scoring';

const MAX_SHOWN = 80;
const MAX_LINE = 2000;

/** A command of a script that downloads something; undefined if there is none. */
export function findDownload(script: string): string | undefined {
  const lines = script.replaceAll('\\\n', ' ').split('\n');
  const runner = lines
    .map((line) => RUNNER.exec(line.slice(0, MAX_LINE))?.[1])
    .find((one) => one && !isOffline(one.split(/\s+/)));
  const command = parseShell(script).find(isDownload);
  const found = command === undefined ? runner : [command.name, ...command.args].join(' ');
  return found?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SHOWN);
}

// they install what they run; the parser of shells looks through them
const RUNNER =
  /(?:^|[;&|({]|\b(?:then|do|else|if)\s|!)\s*((?:uvx|bunx|npx\s(?:\S+\s)*?(?:-y|--yes)|uv\s+run\s(?:\S+\s)*?(?:-w|--with\S*))\s[^;&|]*)/;
const SYSTEM_PACKAGES: ReadonlySet<string> = new Set(
  'apt apt-get aptitude apk dnf yum microdnf zypper pacman brew'.split(' '),
);
const INSTALLERS: Readonly<Record<string, RegExp>> = {
  uv: /^(?:sync|add|pip|tool|python)$/,
  npm: /^(?:i|install|ci|add|exec|x)$/,
  pnpm: /^(?:i|install|add|dlx)$/,
  yarn: /^(?:install|add|dlx)$/,
  bun: /^(?:i|install|add|x)$/,
  poetry: /^(?:install|add|update)$/,
  cargo: /^(?:install|fetch)$/,
  gem: /^install$/,
  bundle: /^install$/,
  composer: /^(?:install|require|update)$/,
  go: /^(?:get|install)$/,
  git: /^(?:clone|fetch|pull)$/,
  conda: /^(?:install|create|update)$/,
};
const isOffline = (args: readonly string[]): boolean => args.some((arg) => arg === '--offline' || arg === '--no-index');

function isDownload(command: SimpleCommand): boolean {
  const { name, args } = command;
  if (isOffline(args)) return false;
  if (name === 'curl' || name === 'wget') return args.some(isRemote);
  if (SYSTEM_PACKAGES.has(name)) return args.some((arg) => /^(?:update|install|add|upgrade|-Sy*)$/.test(arg));
  if (/^pip[\d.]*$/.test(name)) return installsPackages(args);
  if (/^python[\d.]*$/.test(name)) return args[0] === '-m' && args[1] === 'pip' && installsPackages(args.slice(2));
  const subcommand = args.find((arg) => !arg.startsWith('-')) ?? '';
  if (name === 'git' && !args.some(isRemote)) return false;
  // of the module itself
  if (name === 'go' && !args.some((arg) => arg.includes('@'))) return false;
  if (name === 'cargo' && args.includes('--path')) return false;
  return Object.hasOwn(INSTALLERS, name) && INSTALLERS[name]?.test(subcommand) === true;
}

/** Whether pip is to install more than local folders without their dependencies. */
const installsPackages = (args: readonly string[]): boolean =>
  args.includes('install') &&
  !(args.includes('--no-deps') && args.every((arg) => /^(?:-.*|install|\.{0,2}\/.*|\.)$/.test(arg)));

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal|[^.:]+)$/i;

/** Whether an argument is the address of another machine. */
function isRemote(arg: string): boolean {
  const host = /^(?:https?|ftp|git|ssh):\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/?#]*)/i.exec(arg)?.[1];
  if (host !== undefined) return !host.includes('$') && !LOCAL.test(host);
  return /^git@[^:/]+:/.test(arg);
}
