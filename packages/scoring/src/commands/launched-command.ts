import type { SimpleCommand } from '../interactions/shell.ts';
import {
  COMPILERS,
  FORMATTERS,
  INTERPRETER,
  LINTERS,
  TASK_RUNNERS,
  TEST_RUNNERS,
  TYPE_CHECKERS,
  words,
} from './check-programs.ts';

/** Programs that start another one after one of the words in `STARTS`. */
const LAUNCHERS = words(`uv poetry pipenv rye pdm hatch conda mamba micromamba bundle docker podman docker-compose
  podman-compose kubectl nix devbox mise asdf doppler op infisical dotenvx aws-vault heroku lando ddev vagrant coverage`);
/** Programs that start the first program among their arguments. */
const DIRECT = words('xvfb-run cross-env dotenv env-cmd direnv sail ssh c8 nyc nix-shell');
/** Programs that start one of a package by its name alone, too. */
const PACKAGE_MANAGERS = words('npm pnpm yarn bun');
/** Subcommands after which the started program follows. */
const STARTS = words('run exec x dlx develop shell -c --');

/** Programs that name others without starting them. */
const NAMING = words(`which whereis type man whatis hash alias ls cat cd rm mkdir cp mv echo printf touch file stat tree
  find grep rg sed awk head tail pgrep pkill killall apt apt-get apk brew dnf yum pip pip3 gem git gh code export test [
  tee sort wc diff open curl wget chmod ln tar xargs basename dirname`);

const MOST_WORDS = 16;
const DEEPEST = 4;

/**
 * The program that a command starts in the end: `docker compose run --rm web pytest` starts `pytest`, and so do
 * `uv run pytest`, `python -m pytest` and `pnpm --filter app exec pytest`. The command itself if it starts no program
 * that checks anything.
 */
export function launchedCommand(command: SimpleCommand, depth = 0): SimpleCommand {
  const started = depth < DEEPEST ? findStarted(command) : null;
  return started === null ? command : launchedCommand(started, depth + 1);
}

function findStarted(command: SimpleCommand): SimpleCommand | null {
  const { name, args } = command;
  const from = (index: number): SimpleCommand => ({
    ...command,
    name: baseName(args[index] as string),
    args: args.slice(index + 1),
  });
  const module = args.indexOf('-m') + 1;
  if (module > 0 && /^(?:python|pypy)[\d.]*$|^coverage$/.test(name))
    return isChecker(args[module] ?? '') ? from(module) : null;
  if (isChecker(name) || NAMING.has(name)) return null;
  if (INTERPRETER.test(name) && !PACKAGE_MANAGERS.has(name)) return null;
  const operands = args.flatMap((arg, i) => (arg.startsWith('-') || takesValue(args[i - 1]) ? [] : [i]));
  const started = LAUNCHERS.has(name)
    ? undefined
    : operands.slice(0, 2).find((i, place) => isStarted(command, i, place));
  if (started !== undefined) return from(started);
  const start = args.findIndex((arg) => STARTS.has(arg));
  if (start === -1 && !DIRECT.has(name)) return null;
  const candidates = args
    .map((_, index) => index)
    .slice(start + 1, start + 1 + MOST_WORDS)
    .filter((index) => isProgram(args[index] as string) && !takesValue(args[index - 1]));
  const [first, second] = candidates;
  if (first === undefined) return null;
  // `docker run node npm test`: the first is an image
  const isImage = INTERPRETER.test(args[first] as string) && second === first + 1 && !isFile(args[second] as string);
  return from(isImage ? second : first);
}

// `pnpm vitest`, `rtk bun run test`; but a task runner starts its own tasks, and not another one
const isStarted = ({ name, args }: SimpleCommand, index: number, place: number): boolean =>
  (place === 0 && isChecker(args[index] as string)) ||
  (TASK_RUNNERS.has(args[index] as string) && !TASK_RUNNERS.has(name) && index + 1 < args.length);

// `--filter web`, `-w app`; a flag alone, such as `--rm`, takes none
const takesValue = (arg: string | undefined): boolean =>
  arg !== undefined &&
  /^(?:-[nwCFp]|--(?:filter|dir|prefix|cwd|workspace|name|with|from|package|extra|group))$/.test(arg);

const isChecker = (word: string): boolean =>
  [TEST_RUNNERS, TYPE_CHECKERS, LINTERS, FORMATTERS].some((names) => names.has(baseName(word)));

/** Whether a word names a program that checks something, or runs one that may. */
export const isProgram = (word: string): boolean =>
  isChecker(word) ||
  COMPILERS.has(word) ||
  TASK_RUNNERS.has(baseName(word)) ||
  INTERPRETER.test(baseName(word)) ||
  isFile(word);

const isFile = (word: string): boolean => /^[\w./-]+\.(?:py|sh|rb)$/.test(word);

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
