import { basename } from 'node:path/posix';
import type { SourceFile } from './source-file.ts';

/** A shell command in a script, a workflow, a Makefile or a package.json. */
export interface CommandLine {
  readonly line: number;
  readonly command: string;
  /** Whether the file ignores its failure. */
  readonly ignores_failure: boolean;
}

const WORKFLOW =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+|\.gitlab-ci|azure-pipelines|bitbucket-pipelines|\.travis|\.circleci\/config|appveyor|\.drone|action)\.ya?ml$/;
const MAKEFILE = /^(?:GNUm|M|m)akefile$|\.mk$|^[Jj]ustfile$/;
const LONGEST = 4000;

/** The shell commands in a file of a known format. */
export function listCommandLines(file: SourceFile): CommandLine[] {
  const name = basename(file.path);
  const read = (): CommandLine[] => {
    if (file.language.id === 'shell') return joined(file.uncommented_lines).map(plain);
    if (name === 'package.json') return packageScripts(file.lines);
    if (MAKEFILE.test(name)) return joined(file.uncommented_lines).flatMap(recipe);
    return WORKFLOW.test(file.path) ? joined(file.uncommented_lines).map(workflowStep) : [];
  };
  return read().filter(({ command }) => command.trim() !== '' && command.length <= LONGEST);
}

interface Joined {
  readonly line: number;
  readonly text: string;
}

// a trailing backslash continues on the next line
function joined(lines: readonly string[]): Joined[] {
  const found: Joined[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    let text = lines[index] as string;
    while (/\\\r?$/.test(text) && index + 1 < lines.length && text.length < LONGEST) {
      index++;
      text = `${text.replace(/\\\r?$/, ' ')}${lines[index]}`;
    }
    found.push({ line, text: text.trimEnd() });
  }
  return found;
}

const plain = ({ line, text }: Joined): CommandLine => ({ line, command: text, ignores_failure: false });

function recipe({ line, text }: Joined): CommandLine[] {
  const match = /^(?:\t| {2,})([-@+]*)\s*(.*)$/.exec(text);
  return match === null ? [] : [{ line, command: match[2] ?? '', ignores_failure: (match[1] ?? '').includes('-') }];
}

const workflowStep = ({ line, text }: Joined): CommandLine => ({
  line,
  command: text.replace(/^\s*(?:-\s+)?(?:(?:run|script)\s*:\s*)?(?:-\s+)?/, '').replace(/^(["'])(.*)\1$/, '$2'),
  ignores_failure: false,
});

const SCRIPT = /"((?:[^"\\\n]|\\.){1,100})"\s*:\s*"((?:[^"\\\n]|\\.)*)"/g;

/** The scripts of a package.json by name, with their lines. */
export function packageScripts(lines: readonly string[]): (CommandLine & { name: string })[] {
  const start = lines.findIndex((line) => /"scripts"\s*:\s*\{/.test(line));
  if (start === -1) return [];
  const found: (CommandLine & { name: string })[] = [];
  for (let index = start; index < lines.length; index++) {
    const text =
      index === start ? (lines[index] as string).replace(/^.*?"scripts"\s*:\s*\{/, '') : (lines[index] as string);
    for (const [, name = '', command = ''] of text.length > LONGEST ? [] : text.matchAll(SCRIPT))
      found.push({ line: index + 1, name, command: command.replace(/\\(["\\/])/g, '$1'), ignores_failure: false });
    if (text.replace(SCRIPT, '').includes('}')) break;
  }
  return found;
}
