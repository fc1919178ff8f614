import { parseShell, type SimpleCommand, showsFailedCheck } from '@assay/scoring';

/** How much of a long output is searched at each end. */
const EDGE = 800;
/** An output with more lines is not only a message; its end shows how the command ended. */
const FEW_LINES = 4;
/** Programs may print some lines after the one that says how they ended. */
const LAST_LINES = 8;

/** Error messages that a shell prints itself. */
const SHELL_ERROR =
  /^(?:(?:\/(?:usr\/)?bin\/)?-?(?:ba|z|da|k)?sh:(?:\d+:)?|\(eval\):(?:\w+:)?\d+:|(\S{1,200}): \1: cannot execute) (?!(?:line \d+: )?warning|no job control|cannot set terminal|initialize_job_control)[^\n]*\S/m;
/** The last line of a program that could not do what it was asked, with the name of the program. */
const PROGRAM_ERROR =
  /^([\w.+/-]{1,80}?)(?:\[\d+\])?: (?!warning)(?:[^\n]*: ?)?(?:\(?No such file(?: or directory)?\)?|Permission denied|Is a directory|Not a directory|command not found|cannot [^\n]*|unrecognized (?:option|argument)[^\n]*|invalid (?:option|input)[^\n]*|can't open file [^\n]*|\*\*\* [^\n]*|error: [^\n]*|fatal error: [^\n]*|(?:[^\n]*: )?syntax error[^\n]*|No module named [^\n]*)$/;
/** Last lines that common programs print only when they exit with an error. */
const ENDINGS: readonly RegExp[] = [
  /^=+ (?:[^\n=]*, )?[1-9]\d* (?:failed|errors?)\b[^\n]* =+$/m,
  /^(?:[1-9]\d* (?:failed|errors?)\b[^\n]* in \d|(?:FAILED|ERROR) \S+(?:::| - ))/m,
  /^(?:FAILED \((?:failures|errors)=|!+ Interrupted: |Tests:\s+[1-9]\d* failed|FAIL\t|FAIL$|exit status [1-9]|BUILD FAIL(?:ED|URE)|# fail [1-9]|test result: FAILED)/m,
  /^(?:npm (?:ERR!|error)|error Command failed|error: could not compile|error: aborting due to|E: |fatal: |Segmentation fault|Aborted|Killed|Bus error|Floating point exception|(?:Node\.js|Bun) v\d|-- Configuring incomplete)/m,
  /^[\w./-]+: \*\*\* [^\n]+$/m,
  /^For more information, try '--help'\.?$|^husky - [^\n]* failed\b|^\s*ELIFECYCLE\b|^\s*(?:code: '(?:MODULE_NOT_FOUND|ERR_\w+)'|requireStack: \[)/m,
  /\b(?:exit(?:ed|ing)|failed) with (?:exit |error )?code:? [1-9]/,
  /^\d+ out of \d+ hunks? (?:FAILED|ignored)|^Automatic merge failed;|^CONFLICT \(/m,
  // the stack of an exception that nobody caught
  /^\s+at (?:\S.{0,300}\()?\S{1,300}:\d+:\d+\)?\s*\}?\s*$(?![\s\S])/m,
];
/** Lines that begin with the name of the program, but say that all is well, or ask. */
const NO_ERROR =
  /\?$|^\S+: (?:warning|note|info|debug|entering|leaving|nothing|'[^']*' is up to date|[^\n]*binary file matches)/i;
/** A line that begins with the name of a program, or a message of it after a body of JSON. */
const OWN_LINE = /^(?:[^\n]*[}\]])?([\w.+-]{1,40}): /;
const HELP = /^(?:--help|-h|help)$/;
/** Programs that run scripts, which may report an error and go on. */
const RUNS_SCRIPTS =
  /^(?:(?:python|pypy)[\d.]*|node|deno|bun|tsx|ts-node|ruby|perl|php|java|bash|sh|zsh|make)$|\.\w{1,4}$/;
const COMPLAINT = /^(?:[A-Z]\w* )?(?:error|Error|ERROR|fatal)\b(?:\[\w+\]| [a-z][^\n:]{0,40})?: \S/;
const FILTERS = 'cat|head|tail|sed|grep|egrep|fgrep|rg|awk|nl|less|more|jq|sort|uniq|wc|cut|tee|strings|tac|bat';
const FILE_COMMANDS = new Set(FILTERS.split('|'));
const ASIDE = new Set('cd pushd popd echo printf true false pwd export set source . sleep'.split(' '));
/** The exit code of a pipeline or list is that of its last command. */
const SWALLOWS = new RegExp(
  `(?:(?<!\\|)\\|\\s*(?:${FILTERS})|(?:;|\\n|\\|\\|)\\s*(?:echo|printf|true|:))(?:\\s[^|;&\\n]*)?$`,
);

const QUOTED = /'[^']*'|"(?:\\.|[^"\\])*"/g;

/** Whether the output of a command has an error message of the shell, or shows that the program failed. */
export function showsFailure(command: string, text: string): boolean {
  const lines = text.slice(-EDGE).trimEnd().split('\n');
  const last = lines.slice(-LAST_LINES).join('\n');
  const isShort = text.length <= EDGE && lines.length <= FEW_LINES;
  const programs = parseShell(command).filter(({ name }) => !ASIDE.has(name));
  const edges = isShort ? text : `${text.slice(0, EDGE)}\n${text.slice(-EDGE)}`;
  if ((isShort ? lines : lines.slice(-1)).some((line) => isProgramError(line, command))) return true;
  if (isShort && namesProgram(SHELL_ERROR.exec(text)?.[0] ?? '', programs)) return true;
  if (edges.split('\n').some((line) => missesFile(line, programs.at(-1)))) return true;
  if (programs.length > 0 && programs.every(printsFiles)) return false;
  if (lines.length === 1 && /(?:: |\()(?:No such file or directory|Permission denied)\)?$/.test(last)) return true;
  if (SHELL_ERROR.test(edges)) return true;
  if (SWALLOWS.test(command.replace(QUOTED, "''"))) return false;
  if (/^(?:error|ERROR): \S/.test(lines.at(-1) ?? '') || /^\s*ERR_PNPM_[A-Z]/.test(text)) return true;
  if (complains(programs.at(-1), text.slice(0, EDGE).split('\n', 1)[0] as string, lines.slice(-LAST_LINES)))
    return true;
  return ENDINGS.some((ending) => ending.test(last)) || endsInTraceback(text) || showsFailedCheck(programs, text);
}

// `sed -i` prints nothing
const printsFiles = ({ name, args }: SimpleCommand): boolean =>
  FILE_COMMANDS.has(name) && args.length > 0 && !(name === 'sed' && args.some((arg) => /^-\w*i|^--in-place/.test(arg)));

const namesProgram = (message: string, programs: readonly SimpleCommand[]): boolean =>
  programs.some(({ name }) => name.length > 1 && message.split(/[\s:]+/).includes(name));

const UNREADABLE =
  /^([\w.+-]{1,40}): (?:cannot (?:access|open|stat) )?['‘"]?(.{1,400}?)['’"]?: (?:No such file or directory|Permission denied|Is a directory|Not a directory)/;

/** Whether a program says of a file that it was given that it cannot read it; it may have read others. */
function missesFile(line: string, program: SimpleCommand | undefined): boolean {
  const [, name, path = ''] = UNREADABLE.exec(line) ?? [];
  return name === program?.name && program?.args.some((arg) => path === arg || path.startsWith(`${arg}: `)) === true;
}

/** Whether a program that is no script begins a line with its name, or with the word for an error. */
function complains(program: SimpleCommand | undefined, first: string, last: readonly string[]): boolean {
  if (program === undefined || RUNS_SCRIPTS.test(program.name) || program.args.some((arg) => HELP.test(arg)))
    return false;
  // git names itself where it calls a helper, too; its errors begin with other words
  const isOwn = (line: string): boolean =>
    program.name !== 'git' && OWN_LINE.exec(line)?.[1] === program.name && !NO_ERROR.test(line);
  return /^usage: \S/i.test(first) || [first, ...last].some((line) => isOwn(line) || COMPLAINT.test(line));
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
