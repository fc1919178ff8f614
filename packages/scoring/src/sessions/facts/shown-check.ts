import type { SessionCheck } from '@assay/schema';
import { INTERPRETER, words } from '../../commands/check-programs.ts';
import { isProgram } from '../../commands/launched-command.ts';
import { parseShell, type SimpleCommand } from '../../interactions/shell.ts';
import { readReport } from '../../reports/index.ts';
import { withoutColors } from '../../reports/text/lines.ts';
import { baseName, checkKind } from './check-kind.ts';

type Kind = SessionCheck['kind'];

/** The kinds of checks, the strongest first. */
export const KINDS: readonly Kind[] = ['test', 'build', 'types', 'lint', 'script'];

/** A kind of check, and the position of its program in the command line. */
export interface ShownCheck {
  readonly kind: Kind;
  readonly position: number;
}

/**
 * A check that its output shows, whatever the command is called: the report of a test run, or the lines of a script,
 * which package managers and task runners print before they run them. Null if there is none, or if a script that the
 * agent wrote printed it.
 */
export function findShownCheck(
  programs: readonly SimpleCommand[],
  output: string,
  own: ReadonlySet<string>,
): ShownCheck | null {
  const position = programs.findLastIndex(({ name }) => !PRINTERS.has(name));
  const program = programs[position];
  if (program === undefined || isOwnScript(program, own) || program.args.includes('--help')) return null;
  if (hasReport(output)) return { kind: 'test', position };
  const kind = announcedKind(output);
  return kind === null ? null : { kind, position };
}

/** Programs that print what others have written, or nothing. */
const PRINTERS = words(`cat head tail sed grep egrep rg awk less more nl bat ls find git gh curl wget docker kubectl
  journalctl echo printf jq yq diff tree stat wc sort uniq xargs cut tr tee cd true sleep export source read for [`);

const isOwnScript = ({ name, args, fed }: SimpleCommand, own: ReadonlySet<string>): boolean =>
  [name, ...args].some((word) => own.has(baseName(word))) ||
  (INTERPRETER.test(name) && (fed !== undefined || args.some((arg) => /^-[cep]$|^--eval$/.test(arg))));

const LONGEST = 20_000;
/** Words of the summaries of test runs; most outputs have none, and are not read further. */
const SUMMARY =
  /\b\d+ (?:tests?|pass|fail|specs?|examples?|assertions?|scenarios?)|^(?:not )?ok\b|test result:|\bTests?:/im;

/** The last line of a runner whose format is not known: it counts what passed, and the time. */
const COUNTED = /\b[1-9]\d* (?:passed|passing)\b[^\n]{0,200}\bin\s+\d+(?:\.\d+)? ?(?:m?s|seconds?)\b/;

function hasReport(output: string): boolean {
  const isLong = output.length > 2 * LONGEST;
  const text = withoutColors(isLong ? `${output.slice(0, LONGEST)}\n${output.slice(-LONGEST)}` : output);
  if (!SUMMARY.test(text)) return false;
  if (COUNTED.test(text)) return true;
  const report = readReport(text);
  return report !== null && report.passed + report.failed + report.errored > 0;
}

/** `$ vitest run`, `> tsc --noEmit`, `[lint] $ golangci-lint run` and `task: [test] go test ./...` */
const ANNOUNCED = /^(?:\[[^\]\n]{1,60}\] )?(?:[$>]|task: \[[^\]\n]{1,60}\]) (\S[^\n]{0,500})$/gm;
const START = 4000;
const MOST_LINES = 8;

/** The strongest check among the lines of a script that an output announces. What a script does is not known. */
export function announcedKind(output: string): Kind | null {
  const kinds = [...withoutColors(output.slice(0, START)).matchAll(ANNOUNCED)]
    .slice(0, MOST_LINES)
    .flatMap(([, line = '']) => parseShell(line))
    .map((program) => (isProgram(program.name) ? checkKind(program, new Set()) : null));
  return KINDS.find((kind) => kind !== 'script' && kinds.includes(kind)) ?? null;
}
