import { join, posix } from 'node:path';
import type { AxisAction, WorkspaceSeed } from '@assay/schema';
import { quote } from '../../machine/processes/quote.ts';
import { kindAt } from '../documents/find-files.ts';
import { SCENARIO_FOLDER_VARIABLE } from '../project.ts';
import { sequence } from './shell.ts';

interface ActionsOptions {
  readonly phase: 'setup' | 'teardown';
  readonly key: string;
  /** The configuration folder, which is the base of copies. */
  readonly base: string;
  refuse(index: number, fault: { expected: string; found: string }): void;
}

/** Converts the actions of a phase to one script. An initial copy of a whole folder becomes the seed. */
export async function convertActions(
  actions: readonly AxisAction[],
  options: ActionsOptions,
): Promise<{ seed: WorkspaceSeed; script?: string }> {
  const commands: string[] = [];
  let seed: WorkspaceSeed = 'empty';
  for (const [index, action] of actions.entries()) {
    if (action.action === 'run_script') {
      // the workspace is frozen once for all agents
      const variable = /AXIS_(AGENT|MODEL)\b/.exec(action.command)?.[0];
      if (variable !== undefined) {
        options.refuse(index, { expected: 'a script that is the same for every agent', found: `$${variable}` });
      }
      commands.push(action.command);
      continue;
    }
    const copy = await understandCopy(action, { index, ...options });
    if (copy === undefined) continue;
    const whole = copy.kind === 'folder' && copy.destination === '.';
    if (whole && index === 0 && options.phase === 'setup') seed = { copy: copy.source };
    else commands.push(copyCommand(copy));
  }
  return commands.length === 0 ? { seed } : { seed, script: composeScript(commands, options) };
}

function composeScript(commands: readonly string[], { phase, key }: ActionsOptions): string {
  const body = commands.length === 1 ? (commands[0] as string) : sequence(commands);
  if (!commands.some((command) => command.includes('AXIS_'))) return body;
  const variant = key.includes('@') ? key.slice(key.lastIndexOf('@') + 1) : undefined;
  return [
    `export AXIS_CONFIG_DIR="$${SCENARIO_FOLDER_VARIABLE}" AXIS_WORKSPACE="$PWD" AXIS_PHASE=${phase}`,
    `export AXIS_SCENARIO=${quote(key)}${variant === undefined ? '' : ` AXIS_VARIANT=${quote(variant)}`}`,
    'AXIS_OUTPUT=$(mktemp) && export AXIS_OUTPUT || exit 1',
    sequence(commands),
    // print what scripts wrote to AXIS_OUTPUT
    'code=$?; cat -- "$AXIS_OUTPUT"; rm -f -- "$AXIS_OUTPUT"; exit "$code"',
  ].join('\n');
}

interface Copy {
  readonly kind: 'file' | 'folder' | 'pattern';
  /** Relative to the configuration folder. */
  readonly source: string;
  /** For `pattern`: an extended regular expression for the files to copy. */
  readonly expression?: string;
  readonly destination: string;
}

type CopyAction = Extract<AxisAction, { action: 'copy' }>;

async function understandCopy(
  { match, destination }: CopyAction,
  { index, base, refuse }: ActionsOptions & { index: number },
): Promise<Copy | undefined> {
  const pattern = posix.normalize(match.replaceAll('\\', '/'));
  const into = posix.normalize(destination.replaceAll('\\', '/')).replace(/(.)\/$/, '$1');
  for (const [path, place] of [
    [pattern, 'the configuration folder'],
    [into, 'the workspace'],
  ] as const) {
    if (!/^(\/|\.\.(\/|$))/.test(path)) continue;
    refuse(index, { expected: `a path inside ${place}`, found: JSON.stringify(path) });
    return undefined;
  }
  const parts = pattern.split('/');
  const firstGlob = parts.findIndex((part) => /[*?[]/.test(part));
  const source = posix.join('.', ...parts.slice(0, firstGlob === -1 ? parts.length : firstGlob));
  const rest = firstGlob === -1 ? '' : parts.slice(firstGlob).join('/');
  const kind = await kindAt(join(base, source));
  if (kind === 'nothing' && rest === '') {
    refuse(index, { expected: `a file or folder at ${JSON.stringify(match)}`, found: 'nothing there' });
  }
  // a pattern without matches copies nothing and is not an error
  if (kind === 'nothing') return undefined;
  if (rest === '') return { kind, source, destination: into };
  if (rest === '**' || rest === '**/*') return { kind: 'folder', source, destination: into };
  return { kind: 'pattern', source, expression: toExpression(rest), destination: into };
}

function copyCommand({ kind, source, expression, destination }: Copy): string {
  const from = `"$${SCENARIO_FOLDER_VARIABLE}"/${quote(source)}`;
  const into = quote(destination);
  if (kind === 'folder') return `mkdir -p -- ${into} && cp -R -- ${from}/. ${into}/`;
  if (kind === 'file') return `mkdir -p -- ${into} && cp -- ${from} ${into}/`;
  return [
    `mkdir -p -- ${into} && into=$(cd -- ${into} && pwd) && cd -- ${from} || exit 1`,
    `find . -type f | sed 's|^\\./||' | { grep -E -- ${quote(`^${expression}$`)} || :; } | while IFS= read -r file; do`,
    '  mkdir -p -- "$into/$(dirname -- "$file")" && cp -- "$file" "$into/$file" || exit 1',
    'done',
  ].join('\n');
}

const GLOB = /\*\*\/|\*\*|\*|\?|\[[^\]]*\]|[.+^$|(){}\\]/g;

/**
 * Converts an AXIS glob to an extended regular expression: `**` matches any folders, `*` and `?` stay in one.
 */
export const toExpression = (glob: string): string =>
  glob.replaceAll(GLOB, (token) => {
    if (token === '**/') return '(.*/)?';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    return token.startsWith('[') ? token.replace(/^\[!/, '[^') : `\\${token}`;
  });
