import type { SessionCheck } from '@assay/schema';
import { runsChecks, runsTests } from '../../commands/test-commands.ts';
import type { SimpleCommand } from '../../interactions/shell.ts';
import { readsOnly } from './inline-script.ts';

type Kind = SessionCheck['kind'];

const TYPES = words('tsc mypy pyright phpstan psalm vue-tsc svelte-check pyre');
const LINTERS = words(`eslint ruff flake8 pylint biome stylelint golangci-lint staticcheck rubocop clang-tidy shellcheck
  swiftlint ktlint checkstyle detekt oxlint standard xo htmlhint markdownlint yamllint hadolint actionlint knip`);
const COMPILERS = words('gcc g++ clang clang++ cc c++ javac rustc kotlinc ghc');
const BUILDERS = words('make gmake ninja bazel webpack rollup esbuild next vite tsup cmake');
const FORMATTERS = words('prettier black isort gofmt rustfmt yapf autopep8');
const NAMED =
  words(`npm pnpm yarn bun deno go cargo mvn mvnw gradle gradlew make just task dotnet swift mix sbt composer nx turbo
  mise poe moon pixi npx`);

// `make -n` prints what it would do
const NOT_RUN = words('--version --help -h');

/** What a program checks; null if nothing. `own` has the names of the files that the agent created. */
export function checkKind(called: SimpleCommand, own: ReadonlySet<string>): Kind | null {
  const command = withoutPackageManager(called);
  const { name, args } = command;
  if (args.some((arg) => NOT_RUN.has(arg))) return null;
  if (name === 'cargo' && args[0] === 'check') return 'types';
  const plain = args.filter((arg) => !arg.startsWith('-'));
  if (isScript(command, plain)) {
    if (own.has(baseName(INTERPRETER.test(name) ? (plain[0] ?? '') : name))) return 'script';
    if (compiles(command)) return 'build';
  } else if (args.includes('--dry-run')) return null;
  if (runsTests(command)) return 'test';
  const sub = plain.find((arg) => arg !== 'run' && arg !== 'run-script' && arg !== 'exec') ?? '';
  if (TYPES.has(name)) return 'types';
  if (
    LINTERS.has(name) ||
    (FORMATTERS.has(name) && args.some((arg) => /^(?:--check|-c|--list-different|-l)$/.test(arg)))
  )
    return 'lint';
  if (COMPILERS.has(name)) return 'build';
  if (NAMED.has(name)) {
    if (/^(?:typecheck|type-check|types|check-types|tsc)\b/.test(sub)) return 'types';
    if (/^(?:lint|vet|clippy|format:check|fmt:check)\b/.test(sub)) return 'lint';
    if (/^(?:build|compile|package|install|assemble|dist)\b/.test(sub) && isBuild(name, sub)) return 'build';
    if (runsChecks(command)) return 'lint';
    if (/^(?:go|cargo|dotnet|swift)$/.test(name) && plain[0] === 'run') return 'script';
    if (!BUILDERS.has(name)) return isScript(command, plain) && !readsOnly(command) ? 'script' : null;
  }
  if (name === 'make' && args.includes('-n')) return null;
  if (BUILDERS.has(name)) return name === 'vite' || name === 'next' ? (sub === 'build' ? 'build' : null) : 'build';
  return isScript(command, plain) && !readsOnly(command) ? 'script' : null;
}

const PACKAGE_MANAGERS = words('npm pnpm yarn bun');
const PLACES = words('--filter -F -C --dir --prefix --cwd --workspace -w');

/** `pnpm --filter app exec tsc` starts `tsc`; without the package it is for, `pnpm --filter app build` is `pnpm build`. */
function withoutPackageManager(command: SimpleCommand): SimpleCommand {
  if (!PACKAGE_MANAGERS.has(command.name)) return command;
  const args = command.args.filter((arg, i, all) => !PLACES.has(arg) && !PLACES.has(all[i - 1] ?? ''));
  const [first, started, ...rest] = args.filter((arg) => arg !== '--');
  return first === 'exec' && started !== undefined
    ? { ...command, name: baseName(started), args: rest }
    : { ...command, args };
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

// `npm install` installs; `mvn install` builds
const isBuild = (name: string, sub: string): boolean =>
  !/^(?:install|package)/.test(sub) || /^(?:mvnw?|gradlew?)$/.test(name);

const INTERPRETER =
  /^(?:python|pypy)[\d.]*$|^(?:node|deno|bun|ruby|perl|php|bash|sh|zsh|java|Rscript|lua|tsx|ts-node)$/;
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

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
