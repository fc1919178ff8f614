import type { SessionCheck } from '@assay/schema';
import {
  BUILDERS,
  COMPILERS,
  FORMATTERS,
  INTERPRETER,
  LINTERS,
  TASK_RUNNERS,
  TEST_RUNNERS,
  TYPE_CHECKERS,
  words,
} from '../../commands/check-programs.ts';
import { launchedCommand } from '../../commands/launched-command.ts';
import { runsChecks, runsTests } from '../../commands/test-commands.ts';
import type { SimpleCommand } from '../../interactions/shell.ts';
import { readsOnly } from './inline-script.ts';

type Kind = SessionCheck['kind'];

// `make -n` prints what it would do
const NOT_RUN = words('--version --help -h');
/** What checkers do besides checking. */
const NOT_CHECKING = words(`install install-deps uninstall init open codegen show-report show-trace autoupdate migrate
  lsp-proxy start stop clean`);

/** What a program checks; null if nothing. `own` has the names of the files that the agent created. */
export function checkKind(called: SimpleCommand, own: ReadonlySet<string>): Kind | null {
  const command = withoutPlaces(launchedCommand(called));
  const { name, args } = command;
  if (args.some((arg) => NOT_RUN.has(arg)) || (isChecker(name) && NOT_CHECKING.has(args[0] ?? ''))) return null;
  if (/^(?:cargo|deno|astro)$/.test(name) && args[0] === 'check') return 'types';
  const plain = args.filter((arg) => !arg.startsWith('-'));
  if (isScript(command, plain)) {
    if (own.has(baseName(INTERPRETER.test(name) ? (plain[0] ?? '') : name))) return 'script';
    if (compiles(command)) return 'build';
  } else if (args.includes('--dry-run')) return null;
  if (/^(?:go|cargo|dotnet|swift|dart)$/.test(name) && plain[0] === 'run' && plain[1] !== 'test')
    return name === 'dart' ? null : 'script'; // what `dart run` starts are tools
  if (runsTests(command)) return 'test';
  const sub = plain.find((arg) => arg !== 'run' && arg !== 'run-script' && arg !== 'exec') ?? '';
  if (TYPE_CHECKERS.has(name)) return 'types';
  if (LINTERS.has(name) || (FORMATTERS.has(name) && args.some((arg) => COMPARES.test(arg)))) return 'lint';
  if (COMPILERS.has(name)) return 'build';
  if (TASK_RUNNERS.has(name) || name === 'npx') {
    if (/(?:^|[:/])(?:typecheck|type-check|types|check-types|tsc)\b/.test(sub)) return 'types';
    if (/(?:^|[:/])(?:lint|vet|clippy|analyze|format:check|fmt:check)\b/.test(sub)) return 'lint';
    if (/(?:^|[:/])(?:fmt|format)$/.test(sub) && args.some((arg) => COMPARES.test(arg))) return 'lint';
    if (/(?:^|[:/])(?:build|compile|package|install|assemble|dist)\b/.test(sub) && isBuild(name, sub)) return 'build';
    if (runsChecks(command)) return 'lint';
    if (!BUILDERS.has(name)) return isScript(command, plain) && !readsOnly(command) ? 'script' : null;
  }
  if (name === 'make' && args.includes('-n')) return null;
  if (BUILDERS.has(name)) return name === 'vite' || name === 'next' ? (sub === 'build' ? 'build' : null) : 'build';
  return isScript(command, plain) && !readsOnly(command) ? 'script' : null;
}

/** Options with which a formatter changes nothing. */
const COMPARES = /^(?:--check(?:-formatted)?|-c|--list-different|-l|--lint|--verify-no-changes)$/;

const isChecker = (name: string): boolean => TEST_RUNNERS.has(name) || LINTERS.has(name);

const PACKAGE_MANAGERS = words('npm pnpm yarn bun');
const PLACES = words('--filter -F -C --dir --prefix --cwd --workspace -w');

/** Without the package it is for, `pnpm --filter app build` is `pnpm build`. */
function withoutPlaces(command: SimpleCommand): SimpleCommand {
  if (!PACKAGE_MANAGERS.has(command.name)) return command;
  return { ...command, args: command.args.filter((arg, i, all) => !PLACES.has(arg) && !PLACES.has(all[i - 1] ?? '')) };
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

// `npm install` installs; `mvn install` builds
const isBuild = (name: string, sub: string): boolean =>
  !/^(?:install|package)/.test(sub) || /^(?:mvnw?|gradlew?)$/.test(name);

// modules that serve, install or print
const OTHER_MODULE = /^(?:venv|pip|http\.server|json\.tool|site|ensurepip|build|twine|black|isort)$/;

function isScript({ name, args, fed }: SimpleCommand, plain: readonly string[]): boolean {
  if (!INTERPRETER.test(name)) return /\.(?:py|sh|js|mjs|rb|pl)$/.test(name);
  // both also run scripts of a package by name
  if (name === 'bun' || name === 'deno') return args.some((arg) => /^(?:-e|--eval|eval)$|\.[cm]?[jt]sx?$/.test(arg));
  const module = args[args.indexOf('-m') + 1];
  if (args.includes('-m') && module !== undefined && /^python|^pypy/.test(name)) return !OTHER_MODULE.test(module);
  return plain.length > 0 || fed !== undefined;
}

// `python -m py_compile a.py`, `node --check a.js`
const compiles = ({ name, args }: SimpleCommand): boolean =>
  /^(?:py_compile|compileall)$/.test(args[args.indexOf('-m') + 1] ?? '') ||
  (name === 'node' && (args.includes('--check') || args.includes('-c')));
