import type { TranscriptEntry } from '@assay/schema';
import { at, text as textIn } from '@assay/schema/json';
import { COMMAND_FIELDS, parseShell, toolKind, withoutColors } from '@assay/scoring';

/** How a call ended, as far as its text shows it. */
type Outcome = Pick<TranscriptEntry, 'is_error' | 'exit_code'>;

/** A call, as far as it matters for reading its result. */
type Call = Pick<TranscriptEntry, 'tool' | 'input'>;

/** Completes results, in order: how their call ended is read from the text if the reader found no field for it. */
export function createOutcomes(): (entry: TranscriptEntry) => TranscriptEntry {
  const calls = new Map<string, Call>();
  return (entry) => {
    const { type, tool_id, is_error, exit_code } = entry;
    if (type === 'tool_use' && tool_id) calls.set(tool_id, entry);
    if (type !== 'tool_result') return entry;
    const call = tool_id ? calls.get(tool_id) : undefined;
    if (tool_id) calls.delete(tool_id);
    if (exit_code != null) return { ...entry, is_error: is_error ?? exit_code !== 0 };
    if (is_error === false) return entry;
    const read = readOutcome(call, entry.text ?? '');
    if (is_error == null) return { ...entry, ...read };
    // 0 is the code of an earlier command, and a negative one means none
    return (read.exit_code ?? 0) > 0 ? { ...entry, exit_code: read.exit_code } : entry;
  };
}

/** How much of a long result is searched at each end. */
const EDGE = 800;
/** A result with more lines is output; only its end shows how the command ended. */
const FEW_LINES = 4;
/** Programs may print some lines after the one that says how they ended. */
const LAST_LINES = 8;

/**
 * Reads from the text of a result whether its call failed. Only for formats without a field for it.
 *
 * In this order: the exit code that the agent writes around the output; the error messages of agents' own tools; the
 * messages of the shell and of common programs. The last group is read only where such a program ran, and not from the
 * output of a command that prints files or whose exit code is that of a filter.
 */
export function readOutcome(call: Call | undefined, written: string): Outcome {
  const plain = withoutColors(written);
  const text = /bash-\$\s*$/.test(plain.slice(-20)) ? plain.replace(PROMPT, '') : plain;
  const kind = call?.tool === undefined ? 'other' : toolKind(call.tool);
  const command = commandOf(call?.input);
  // any tool may be a shell under another name, such as `bash_command`
  const isShell = kind === 'shell' || kind === 'process' || call === undefined || (kind === 'other' && command !== '');
  const exit_code = isShell ? readExitCode(text) : undefined;
  if (exit_code !== undefined) return { is_error: exit_code !== 0, exit_code };
  if (TOOL_ERROR.test(text.slice(0, EDGE))) return { is_error: true };
  if (kind === 'agent') return { is_error: false };
  if (!isShell) return { is_error: OTHER_TOOL_ERROR.test(text.slice(0, EDGE)) };
  return { is_error: showsFailure(command, text) };
}

/** What SWE-agent adds to each result. */
const PROMPT =
  /(?:\n\(Open file: [^\n]*\))?\n\(Current directory: [^\n]*\)(?:\n\(Interactive session: [^\n]*\))?\nbash-\$\s*$/;

/** Exit codes as agents write them before the output of a command. */
const BEFORE =
  /^\s*(?:<returncode>(-?\d{1,10})<\/returncode>|(?:Error: )?Exit code:? (-?\d{1,10})\s*(?:\n|$)|(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process exited with code (-?\d{1,10})\b|Command (?:failed|exited) with (?:exit )?code:? (-?\d{1,10})\b)/;
/** Exit codes as agents write them after it, each on a separate line. */
const AFTER =
  /^[ \t]*(?:[[(<]|error )?(?:(?:The )?command (?:completed|finished|exited|failed)|process (?:completed|exited|finished)|shell\w*[^\n]{0,30}? completed|exited|exit|return|returned)[^\n]{0,40}?[ :=_-]*(?:code|status)[ :=]+\(?(-?\d{1,10})\)?(?:[\])>.]*|\. [^\n]{0,60}\])[ \t]*$/gim;
const IN_JSON = /"(?:exit_?code|return_?code)"\s*:\s*(-?\d{1,10})\b/i;

function readExitCode(text: string): number | undefined {
  const head = text.slice(0, EDGE);
  const written = [
    ...(BEFORE.exec(head)?.slice(1) ?? []),
    ...(head.startsWith('{') ? (IN_JSON.exec(head) ?? IN_JSON.exec(text.slice(-EDGE)) ?? []).slice(1) : []),
    ...[...text.slice(-EDGE).matchAll(AFTER)].slice(-1).flatMap((match) => match[1]),
  ].find((code) => code !== undefined);
  return written === undefined ? undefined : Number(written);
}

/** Messages of agents' own tools and limits; no program prints them as its output begins. */
const TOOL_ERROR = new RegExp(
  `^\\s*(?:EXECUTION RESULT of \\[\\w+\\]:\\s*)?(?:${[
    '<tool_use_error>',
    'ERROR:\\s*\\n',
    'No replacement was performed',
    'Invalid `\\w+` parameter',
    'Missing (?:required )?(?:parameter|argument|value)',
    "Parameter [`']\\w+[`'] is (?:required|expected)",
    'The path [^\\n]* does not exist',
    'Your proposed edit has introduced new syntax error',
    'Your edit was not applied',
    'No edit was performed',
    'Error (?:calling|executing|running|validating) (?:tool|function|command)',
    '(?:Tool|Function) [^\\n]{0,60}(?:not found|does not exist|is not (?:available|supported))[.\\s]',
    'Unknown tool',
    'Failed to (?:parse|validate) (?:tool|function|the) (?:call|arguments)',
    "(?:The )?[Cc]ommand (?:'[^\\n]{0,200}' )?(?:was (?:cancelled|canceled|killed)|timed out|has timed out)",
    'The last command <command>',
    'EXECUTION TIMED OUT',
    'Execution timed out',
    'Timeout(?:Error)?: ',
    "Operation '[^\\n]{0,60}' is not supported by this environment",
  ].join('|')})`,
);

/** The start of an error of a tool that is no shell; its output has no such start. */
const OTHER_TOOL_ERROR =
  /^\s*(?:(?:\w*Error|ERROR|error)\b\s*[:[\n]|File (?:[^\n]{1,200} )?not found|(?:[^\n]{1,200} )?No such file or directory|Failed to |Cannot |Could not |Traceback \(most recent call last\))/;

/** Error messages that a shell prints itself. */
const SHELL_ERROR =
  /^(?:\/(?:usr\/)?bin\/)?-?(?:ba|z|da|k)?sh:(?:\d+:)? (?!(?:line \d+: )?warning|no job control|cannot set terminal|initialize_job_control)[^\n]*\S/m;
/** The last line of a program that could not do what it was asked, with the name of the program. */
const PROGRAM_ERROR =
  /^([\w.+/-]{1,80}?)(?:\[\d+\])?: (?!warning)(?:[^\n]*: ?)?(?:\(?No such file(?: or directory)?\)?|Permission denied|Is a directory|Not a directory|command not found|cannot [^\n]*|unrecognized (?:option|argument)[^\n]*|invalid (?:option|input)[^\n]*|can't open file [^\n]*|\*\*\* [^\n]*|error: [^\n]*|fatal error: [^\n]*|(?:[^\n]*: )?syntax error[^\n]*|No module named [^\n]*)$/;
/** Last lines that common programs print only when they exit with an error. */
const ENDINGS: readonly RegExp[] = [
  /^=+ (?:[^\n=]*, )?[1-9]\d* (?:failed|errors?)\b[^\n]* =+$/m,
  /^(?:[1-9]\d* (?:failed|errors?)\b[^\n]* in \d|(?:FAILED|ERROR) \S+(?:::| - ))/m,
  /^(?:FAILED \((?:failures|errors)=|!+ Interrupted: |Tests:\s+[1-9]\d* failed|FAIL\t|FAIL$|exit status [1-9]|BUILD FAIL(?:ED|URE)|# fail [1-9]|test result: FAILED)/m,
  /^(?:npm (?:ERR!|error)|error Command failed|error: could not compile|error: aborting due to|E: |fatal: |Segmentation fault|Aborted|Killed|Bus error|Floating point exception|Node\.js v\d|-- Configuring incomplete)/m,
  /^[\w./-]+: \*\*\* [^\n]+$/m,
  /^For more information, try '--help'\.?$|^husky - [^\n]* failed\b|^\s*ELIFECYCLE\b|^\s*(?:code: '(?:MODULE_NOT_FOUND|ERR_\w+)'|requireStack: \[)/m,
];
const FILTERS = 'cat|head|tail|sed|grep|egrep|fgrep|rg|awk|nl|less|more|jq|sort|uniq|wc|cut|tee|strings|tac|bat';
const FILE_COMMANDS = new Set(FILTERS.split('|'));
const ASIDE = new Set('cd pushd popd echo printf true false pwd export set source . sleep'.split(' '));
/** The exit code of a pipeline or list is that of its last command. */
const SWALLOWS = new RegExp(
  `(?:(?<!\\|)\\|\\s*(?:${FILTERS})|(?:;|\\n|\\|\\|)\\s*(?:echo|printf|true|:))(?:\\s[^|;&\\n]*)?$`,
);

/** Whether the output of a command ends with an error message of the shell or of the program. */
function showsFailure(command: string, text: string): boolean {
  const lines = text.slice(-EDGE).trimEnd().split('\n');
  const last = lines.slice(-LAST_LINES).join('\n');
  const isShort = text.length <= EDGE && lines.length <= FEW_LINES;
  const working = parseShell(command).filter(({ name }) => !ASIDE.has(name));
  const printsFiles =
    working.length > 0 && working.every(({ name, args }) => FILE_COMMANDS.has(name) && args.length > 0);
  if ((isShort ? lines : lines.slice(-1)).some((line) => isProgramError(line, command))) return true;
  if (printsFiles) return false;
  if (lines.length === 1 && /(?:: |\()(?:No such file or directory|Permission denied)\)?$/.test(last)) return true;
  if (SHELL_ERROR.test(isShort ? text : `${text.slice(0, EDGE)}\n${text.slice(-EDGE)}`)) return true;
  if (SWALLOWS.test(command)) return false;
  if (/^(?:error|ERROR): \S/.test(lines.at(-1) ?? '') || /^\s*ERR_PNPM_[A-Z]/.test(text)) return true;
  return ENDINGS.some((ending) => ending.test(last)) || endsInTraceback(text);
}

function isProgramError(line: string, command: string): boolean {
  const program = PROGRAM_ERROR.exec(line)?.[1];
  if (program === undefined) return false;
  return command.includes(program.slice(program.lastIndexOf('/') + 1));
}

/** Whether a Python program ended with an exception: its message, after the lines of code. */
function endsInTraceback(text: string): boolean {
  const start = text.lastIndexOf('  File "');
  if (start === -1) return false;
  const lines = text
    .slice(start, start + 20 * EDGE)
    .trimEnd()
    .split('\n');
  const exception = lines.findIndex((line) => /^[A-Za-z_][\w.]*(?:: |$)/.test(line));
  // more lines may belong to the message, but output that goes on shows that the error was handled
  return exception !== -1 && lines.length - exception <= FEW_LINES;
}

function commandOf(input: unknown): string {
  if (typeof input === 'string') return input;
  const found = COMMAND_FIELDS.map((field) => at(input, field)).find((value) => value !== undefined);
  return textIn(found) ?? (Array.isArray(found) ? found.filter((word) => typeof word === 'string').join(' ') : '');
}
