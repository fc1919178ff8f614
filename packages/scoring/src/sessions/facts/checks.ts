import type { SessionCheck } from '@assay/schema';
import { launchedCommand } from '../../commands/launched-command.ts';
import { commandLine, parseCommand } from '../../heuristic/call.ts';
import { shorten } from '../../insights/quote-call.ts';
import type { SimpleCommand } from '../../interactions/shell.ts';
import { isEditorCommand } from '../editor-command.ts';
import type { SessionStep } from '../session.ts';
import type { Change } from './changes.ts';
import { baseName, checkKind } from './check-kind.ts';
import { readCheckResult, readFailures } from './check-result.ts';
import { findContinued } from './continued.ts';
import { readHook } from './hooks.ts';
import { writesFiles } from './shell-writes.ts';
import { findShownCheck, KINDS, type ShownCheck } from './shown-check.ts';

/** A check with the step that ran it. */
export interface FoundCheck extends SessionCheck {
  readonly step: SessionStep;
  /** Checks with the same name repeat each other, whatever their output is piped to. */
  readonly name: string;
  /** Position of its program among those of the step's command line. */
  readonly position: number;
  /** The failed tests, if its report names them all. */
  readonly failures: ReadonlySet<string> | null;
}

type Kind = SessionCheck['kind'];

const LONGEST = 200;

/**
 * Checks: calls that may show whether the work is right. A command that does several counts as its strongest kind:
 * tests, then build, types, linter, and last a script. A script that the agent wrote itself is no test suite, whatever
 * its name, and a script that only writes or reads files is no check. A call that the person rejected is none either.
 * The result of a command that goes on after its call is that of its last output.
 */
export function findChecks(steps: readonly SessionStep[], changes: readonly Change[]): FoundCheck[] {
  const own = new Set(
    changes.flatMap(({ files }) => files.filter(({ isNew }) => isNew).map(({ path }) => baseName(path))),
  );
  const continued = findContinued(steps);
  return steps.flatMap((step) => {
    const ended = continued.get(step) ?? step;
    const found = findCheck(ended, own) ?? findHook(ended);
    if (found === null) return [];
    const { kind, result = readCheckResult(kind, ended), ...place } = found;
    const command = shorten(commandLine(step.call?.command ?? step.interaction.tool ?? ''), LONGEST);
    const failures = kind === 'test' && result === 'failed' ? readFailures(ended) : null;
    return [{ kind, command, result, ref: step.interaction.id, step, ...place, failures }];
  });
}

interface Found extends Pick<FoundCheck, 'kind' | 'name' | 'position'> {
  readonly result?: SessionCheck['result'];
}

function findCheck({ call, outcome, output, interaction }: SessionStep, own: ReadonlySet<string>): Found | null {
  if (call === null || outcome === 'rejected') return null;
  const tool = interaction.tool ?? '';
  if (call.command === null)
    return call.role === 'run' && /test/i.test(tool) ? { kind: 'test', name: tool, position: 0 } : null;
  if (isEditorCommand(call.command) || isDetached(call.command)) return null;
  const programs = parseCommand(call.command);
  const found = chooseCheck(findNamed(programs, own), () => findShownCheck(programs, output ?? '', own), programs);
  const program = programs[found?.position ?? -1];
  return found === null || program === undefined
    ? null
    : { ...found, name: nameCheck(found.kind, launchedCommand(program)) };
}

/** The strongest check that the programs are named for. */
function findNamed(programs: readonly SimpleCommand[], own: ReadonlySet<string>): ShownCheck | null {
  const kinds = programs.map((program) => {
    const kind = checkKind(program, own);
    return kind === 'script' && writesFiles(program) ? null : kind;
  });
  const kind = KINDS.find((one) => kinds.includes(one));
  return kind === undefined ? null : { kind, position: kinds.lastIndexOf(kind) };
}

// `npm run check` may run tests or a type checker, and `make` or `python run.py` anything
function chooseCheck(
  named: ShownCheck | null,
  findShown: () => ShownCheck | null,
  programs: readonly SimpleCommand[],
): ShownCheck | null {
  const isTest = named?.kind === 'test';
  if (isTest && !programs[named.position]?.args.some((arg) => /^(?:check|verify|ci)$/.test(arg))) return named;
  const shown = findShown();
  if (named === null || shown === null) return shown ?? named;
  return isTest || KINDS.indexOf(shown.kind) < KINDS.indexOf(named.kind) ? shown : named;
}

// `server &`: nobody waits for it
const isDetached = (command: string): boolean => /[^&]&\s*$/.test(command);

// how a check prints or repairs does not make it another one
const ASIDE =
  /^(?:-[qvsw]+|--(?:quiet|verbose|silent|fix|write|no-header|colors?|no-colors?|reporter|tb|max-warnings)(?:=.*)?)$/;

const nameCheck = (kind: Kind, { name, args }: SimpleCommand): string =>
  kind === 'script'
    ? 'script'
    : [name, ...args.filter((arg) => !ASIDE.test(arg)).map((arg) => arg.replace(/[:-]fix$/, ''))].join(' ');

// a commit runs the checks of its hooks
function findHook({ call, outcome, output }: SessionStep): Found | null {
  if (call === null || call.command === null || outcome === 'rejected') return null;
  const position = parseCommand(call.command).findLastIndex(
    ({ name, args }) => name === 'git' && args.some((arg) => arg === 'commit' || arg === 'push'),
  );
  if (position === -1) return null;
  const hook = readHook(output ?? '');
  return hook === null ? null : { ...hook, name: 'hooks', position };
}
