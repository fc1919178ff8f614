/** Text that may be a path or a command, by its field or its shape. */
export interface PathOrCommand {
  readonly kind: 'path' | 'command';
  readonly text: string;
  /** Whether it was reported in the output: then system programs and libraries may be named. */
  readonly told: boolean;
}

type Found = Omit<PathOrCommand, 'told'>;

const PATH_FIELD =
  /^(?:path|paths|file|files|file_?name|file_?path|dir|directory|folder|cwd|workdir|dest|destination|src|source|target|root|uri|from|to|old_?path|new_?path)$/i;
const COMMAND_FIELD = /^(?:command|commands|cmd|script|bash|shell|argv|args|code)$/i;
const SHELL_TOOL = /bash|shell|exec|terminal|command|powershell/i;
// how a line written for a shell begins
const LOOKS_LIKE_COMMAND =
  /^\s{0,40}(?:[$#>]\s{1,4})?(?:sudo\s{1,4}|doas\s{1,4})?(?:cd|echo|printf|touch|rm|rmdir|unlink|mv|cp|dd|mkfs[.\w]*|shred|wipefs|truncate|chmod|chown|find|cat|less|head|tail|tee|ln|tar|rsync|curl|wget|git|sh|bash|zsh|python3?|node|perl|del|rd|erase|format|Remove-Item|Format-Volume|Clear-Disk)\s/;
const FORK_BOMB = /:\s{0,4}\(\s{0,4}\)\s{0,4}\{/;
const CALL =
  /\b(?:rmtree|rmSync|rmdirSync|rimraf|removeSync|deltree|unlinkSync|os\.remove|os\.unlink|shutil\.move)\s*\(/;
const LONGEST_COMMAND = 16 * 1024;
const LONGEST_LINE = 2000;
const SHORTEST = 5;
const LOOKS_LIKE_PATH =
  /^(?:[A-Za-z]:[\\/]|~?[\\/]|\.\.?[\\/]|file:|%2e|[^\s"'<>|]{0,200}\.\.[\\/])[^\s"'<>|]{0,4000}$/i;

/** Finds paths and commands in a call and its answer: in fields with known names, and in text of that shape. */
export function* findPathsAndCommands({
  input,
  output,
  tool,
}: {
  input: unknown;
  output: unknown;
  tool: string | undefined;
}): Generator<PathOrCommand> {
  if (typeof input === 'string' && tool !== undefined && SHELL_TOOL.test(tool)) {
    for (const place of placesInText(input, 'command')) yield { ...place, told: false };
  }
  for (const place of placesInValue(input)) yield { ...place, told: false };
  for (const place of placesInValue(output)) yield { ...place, told: true };
}

function* placesInValue(root: unknown): Generator<Found> {
  const waiting: { value: unknown; field: string }[] = [{ value: root, field: '' }];
  while (waiting.length > 0) {
    const { value, field } = waiting.pop() as { value: unknown; field: string };
    if (typeof value === 'string') yield* placesInText(value, field);
    else if (Array.isArray(value)) {
      if (COMMAND_FIELD.test(field) && value.every((word) => typeof word === 'string')) {
        yield { kind: 'command', text: value.map(quote).join(' ').slice(0, LONGEST_COMMAND) };
      }
      for (let at = value.length - 1; at >= 0; at--) waiting.push({ value: value[at], field });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value).toReversed()) waiting.push({ value: inner, field: name });
    }
  }
}

// quotes the words of an argument vector so that a shell reads the same words
const quote = (word: string): string =>
  /^[\w@%+=:,./~$*-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

function placesInText(text: string, field: string): Iterable<Found> {
  // longer text is a program, checked line by line
  if (COMMAND_FIELD.test(field) && text.length <= LONGEST_COMMAND) return [{ kind: 'command', text }];
  if (PATH_FIELD.test(field) || LOOKS_LIKE_PATH.test(text)) return [{ kind: 'path', text }];
  return SIGN.test(text) || LINE_LIKE_COMMAND.test(text) ? linesLikeCommands(text) : NOTHING;
}

function* linesLikeCommands(text: string): Generator<Found> {
  for (const line of text.split('\n')) {
    if (line.length < SHORTEST) continue;
    const isCommand = LOOKS_LIKE_COMMAND.test(line);
    if (isCommand || FORK_BOMB.test(line) || CALL.test(line)) {
      yield { kind: 'command', text: line.slice(0, LONGEST_LINE).replace(/^\s*[$#>]\s+/, '') };
    }
    for (const [quoted] of line.matchAll(/`[^`]{4,300}`/g)) {
      const inner = quoted.slice(1, -1);
      if (LOOKS_LIKE_COMMAND.test(`${inner} `)) yield { kind: 'command', text: inner };
    }
    if (isCommand) continue;
    for (const [removal] of line.matchAll(REMOVAL)) yield { kind: 'command', text: removal };
    for (const [climb] of line.matchAll(CLIMB)) yield { kind: 'path', text: climb };
  }
}

// in prose and code a path upwards is normal, unless it leads into a system folder
const CLIMB = /(?:\.\.[\\/]|%2e%2e(?:%2f|\/)){2,20}(?:etc|proc|root|sys|dev|boot|windows|\.ssh)\b[\w./\\-]{0,100}/gi;
// within a sentence, where a command has no clear start or end
const REMOVAL = /\brm (?:-{1,2}[\w-]{1,20} ){1,4}[^\s;&|"'`]{1,200}/g;
// quick test whether any line may be of interest: most texts fail it and need no line-by-line scan.
// Matches blanks within a line only, so that runs of empty lines are not rescanned
const SIGN = /[(`]|rm -|\.\.|%2[eE]/;
const LINE_LIKE_COMMAND = new RegExp(LOOKS_LIKE_COMMAND.source.replaceAll('\\s', '[^\\S\\n]'), 'm');
const NOTHING: readonly Found[] = [];
