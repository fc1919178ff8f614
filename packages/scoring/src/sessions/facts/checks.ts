import type { SessionCheck } from '@assay/schema';
import { runsChecks, runsTests } from '../../commands/test-commands.ts';
import { commandLine, parseCommand } from '../../heuristic/call.ts';
import { field } from '../../heuristic/walk.ts';
import { shorten } from '../../insights/quote-call.ts';
import type { SimpleCommand } from '../../interactions/shell.ts';
import { isEditorCommand } from '../editor-command.ts';
import type { SessionStep } from '../session.ts';
import type { Change } from './changes.ts';
import { readCheckResult } from './check-result.ts';

/** A check with the step that ran it. */
export interface FoundCheck extends SessionCheck {
  readonly step: SessionStep;
}

type Kind = SessionCheck['kind'];

const LONGEST = 200;

/**
 * Checks: calls that may show whether the work is right. A command that does several counts as its strongest kind:
 * tests, then build, types, linter, and last a script. A script that the agent wrote itself is no test suite, whatever
 * its name. A call that the person rejected or that runs in the background is no check, and neither is a script that
 * only writes files.
 */
export function findChecks(steps: readonly SessionStep[], changes: readonly Change[]): FoundCheck[] {
  const writers = new Set(changes.map(({ step }) => step));
  const own = new Set(
    changes.flatMap(({ files }) => files.filter(({ isNew }) => isNew).map(({ path }) => baseName(path))),
  );
  return steps.flatMap((step) => {
    const kind = checkKind(step, own);
    if (kind === null || (kind === 'script' && writers.has(step))) return [];
    const command = shorten(commandLine(step.call?.command ?? step.interaction.tool ?? ''), LONGEST);
    return [{ kind, command, result: readCheckResult(kind, step), ref: step.interaction.id, step }];
  });
}

const ORDER: readonly Kind[] = ['test', 'build', 'types', 'lint', 'script'];

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function checkKind({ call, outcome, interaction, input }: SessionStep, own: ReadonlySet<string>): Kind | null {
  if (call === null || outcome === 'rejected') return null;
  if (call.command === null) return call.role === 'run' && /test/i.test(interaction.tool ?? '') ? 'test' : null;
  if (field(input, ['run_in_background', 'is_background', 'background']) === true || /&\s*$/.test(call.command))
    return null;
  if (isEditorCommand(call.command)) return null;
  const kinds = new Set(parseCommand(call.command).flatMap((command) => commandKind(command, own) ?? []));
  return ORDER.find((kind) => kinds.has(kind)) ?? null;
}

const TYPES = words('tsc mypy pyright phpstan psalm vue-tsc svelte-check pyre');
const LINTERS = words(`eslint ruff flake8 pylint biome stylelint golangci-lint staticcheck rubocop clang-tidy shellcheck
  swiftlint ktlint checkstyle detekt oxlint standard xo htmlhint markdownlint yamllint hadolint actionlint knip`);
const COMPILERS = words('gcc g++ clang clang++ cc c++ javac rustc kotlinc ghc');
const BUILDERS = words('make gmake ninja bazel webpack rollup esbuild next vite tsup cmake');
const NAMED =
  words(`npm pnpm yarn bun deno go cargo mvn mvnw gradle gradlew make just task dotnet swift mix sbt composer nx turbo
  mise poe moon pixi npx`);

// `make -n` prints what it would do
const NOT_RUN = words('--version --help -h --dry-run');

function commandKind(command: SimpleCommand, own: ReadonlySet<string>): Kind | null {
  const { name, args } = command;
  if (args.some((arg) => NOT_RUN.has(arg))) return null;
  if (name === 'cargo' && args[0] === 'check') return 'types';
  const plain = args.filter((arg) => !arg.startsWith('-'));
  if (isScript(command, plain) && own.has(baseName(INTERPRETER.test(name) ? (plain[0] ?? '') : name))) return 'script';
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
    if (/^(?:go|cargo|dotnet|deno|swift|bun)$/.test(name) && plain[0] === 'run') return 'script';
    if (!BUILDERS.has(name)) return null;
  }
  if (name === 'make' && args.includes('-n')) return null;
  if (BUILDERS.has(name)) return name === 'vite' || name === 'next' ? (sub === 'build' ? 'build' : null) : 'build';
  return isScript(command, plain) ? 'script' : null;
}

const FORMATTERS = words('prettier black isort gofmt rustfmt yapf autopep8');

// `npm install` installs; `mvn install` builds
const isBuild = (name: string, sub: string): boolean =>
  !/^(?:install|package)/.test(sub) || /^(?:mvnw?|gradlew?)$/.test(name);

const INTERPRETER = /^(?:python|pypy)[\d.]*$|^(?:node|deno|ruby|perl|php|bash|sh|zsh|java|Rscript|lua|tsx|ts-node)$/;
// modules that serve, install or print
const OTHER_MODULE = /^(?:venv|pip|http\.server|json\.tool|site|ensurepip|build|twine|black|isort)$/;

function isScript({ name, args, fed }: SimpleCommand, plain: readonly string[]): boolean {
  if (!INTERPRETER.test(name)) return /\.(?:py|sh|js|mjs|rb|pl)$/.test(name);
  const module = args[args.indexOf('-m') + 1];
  if (args.includes('-m') && module !== undefined && /^python|^pypy/.test(name)) return !OTHER_MODULE.test(module);
  return plain.length > 0 || fed !== undefined;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
