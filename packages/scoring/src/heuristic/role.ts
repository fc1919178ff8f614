import type { SimpleCommand } from '../interactions/shell.ts';
import { toolKind } from '../interactions/tools.ts';

/**
 * The purpose of a call.
 *
 *   read, search, look  returns something and changes nothing
 *   edit                changes files that it names
 *   run                 a test, build or program: it may show whether an edit works
 *   change              anything else that may change something
 *   agent, thinking     internal to the agent
 */
export type Role = 'read' | 'search' | 'look' | 'edit' | 'run' | 'change' | 'agent' | 'thinking';

const READ =
  words(`read readfile readmanyfiles readfiles fileread view open showfile notebookread readnotebook viewimage
  readimage fsread`);
const SEARCH =
  words(`glob grep list ls listdirectory listdir listfiles directorytree searchfilecontent grepsearch ripgrep
  rg filesearch searchfiles codebasesearch semanticsearch testsearch findfiles finder findfile globfilesearch semsearch
  grepfiles searchdir searchfile filemap listcodedefinitionnames listcodeusages fslist fssearch`);
const LOOK = words(`goto scrollup scrolldown bashoutput readterminal getterminaloutput terminallastcommand listprocesses
  getchangedfiles gitdiff gitstatus gitlog readbash listbash readpowershell listpowershell listbackgroundprocesses
  readbackgroundoutput webfetch websearch`);
const CHECKS = words('readlints lsp lspdiagnostics getdiagnostics geterrors');
const CHECKING = /test|run|build|exec|check|lint|compile|browser|playwright|diagnos|repl/;
const DELEGATING = /agent|^task$|delegate|workflow/;

/** The role of a tool other than a shell. */
export function toolRole(tool: string, subcommand: string | undefined): Role {
  // mcp__filesystem__read_file
  const own = tool.slice(tool.lastIndexOf('__') + 1).replace(/^_/, '');
  const name = own
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(?<=.)toolcall$/, '');
  if (READ.has(name)) return 'read';
  if (SEARCH.has(name)) return 'search';
  if (LOOK.has(name)) return 'look';
  if (CHECKS.has(name)) return 'run';
  switch (toolKind(own)) {
    case 'file':
      // one tool with subcommands, such as `str_replace_editor`
      if (subcommand === 'view') return 'read';
      // `create` and `move` of an issue tracker do not edit files
      return own === tool || /file|edit|write|patch|str/.test(name) ? 'edit' : 'change';
    case 'agent':
      return DELEGATING.test(name) ? 'change' : 'agent';
    case 'shell':
    case 'process':
    case 'other':
      return CHECKING.test(name) ? 'run' : 'change';
  }
}

const READERS = words('cat nl head tail sed bat');
const SEARCHERS = words('grep egrep fgrep rg ag ack find fd ls tree');
const LOOKERS = words(`cd pushd popd pwd echo printf true false : test [ sort uniq wc tr cut awk jq diff file stat du df
  which whereis type command less more whoami id date uname env printenv ps basename dirname realpath readlink xxd`);
const HOUSEKEEPING =
  words(`mkdir rm rmdir cp mv touch chmod chown ln kill pkill sleep wait export set unset source . tee
  xargs hg svn tar zip unzip gh patch sed find`);
const LOOKING_GIT = words('status diff log show blame branch ls-files rev-parse grep remote describe shortlog');
const INSTALLING = words('install i ci add remove uninstall update upgrade init sync lock fetch');
const INSTALLERS = words('npm pnpm yarn bun pip pip3 uv poetry cargo go gem bundle composer brew apt apt-get dnf apk');

/** The role of a shell command, and the files it reads if it is a reader. */
export function commandRole(commands: readonly SimpleCommand[]): { role: Role; operands: readonly string[] } {
  if (commands.some(({ name }) => name === 'apply_patch' || name === 'applypatch'))
    return { role: 'edit', operands: [] };
  if (!commands.every(isLooking)) return { role: commands.some(isRunning) ? 'run' : 'change', operands: [] };
  const own = commands.filter(({ name }) => !LOOKERS.has(name));
  const [first] = own;
  if (first === undefined) return { role: 'look', operands: [] };
  if (SEARCHERS.has(first.name) || (first.name === 'git' && subcommand(first) === 'grep'))
    return { role: 'search', operands: [] };
  const operands = commands.length === 1 && READERS.has(first.name) ? readFiles(first) : [];
  return { role: operands.length > 0 ? 'read' : 'look', operands };
}

function isLooking(command: SimpleCommand): boolean {
  const { name, args, files } = command;
  if (files.some((file) => file !== '/dev/null')) return false;
  if (name === 'git') return LOOKING_GIT.has(subcommand(command));
  if (name === 'sed') return !args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg));
  if (name === 'find') return !args.some((arg) => /^-(delete|exec|execdir|ok|okdir|fprint)/.test(arg));
  return READERS.has(name) || SEARCHERS.has(name) || LOOKERS.has(name);
}

function isRunning(command: SimpleCommand): boolean {
  const { name } = command;
  if (isLooking(command) || LOOKERS.has(name) || READERS.has(name) || SEARCHERS.has(name)) return false;
  if (name === 'git' || HOUSEKEEPING.has(name)) return false;
  return !(INSTALLERS.has(name) && INSTALLING.has(subcommand(command)));
}

const subcommand = ({ args }: SimpleCommand): string => args.find((arg) => !arg.startsWith('-')) ?? '';

function readFiles({ name, args }: SimpleCommand): string[] {
  const operands = args.filter((arg) => !arg.startsWith('-'));
  // the first operand of sed is its script, and `head -n 20` has a number
  return name === 'sed' ? operands.slice(1) : operands.filter((operand) => !/^\d+$/.test(operand));
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
