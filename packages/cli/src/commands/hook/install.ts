import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { findRepository } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { isInteractive } from '../../config.ts';
import { findHookAgent, HOOK_AGENTS } from '../../hook/agents/index.ts';
import type { HookAgent, HookEvent } from '../../hook/hook-agent.ts';
import { applyInstall, applyUninstall, undoExactly } from '../../hook/install/apply-edit.ts';
import { drawEdit } from '../../hook/install/draw-edit.ts';
import { type FileEdit, planInstall, planUninstall } from '../../hook/install/plan-install.ts';
import { parseOptions } from '../../terminal/options.ts';
import { escapeControls, writeOut } from '../../terminal/output.ts';

/** Installs or removes the hooks of an agent. */
export const createInstallRun =
  (action: 'install' | 'uninstall'): Run =>
  async (args) => {
    const { values, positionals } = parseOptions(args, {
      agent: { type: 'string', default: HOOK_AGENTS[0].id },
      user: { type: 'boolean', default: false },
      yes: { type: 'boolean', short: 'y', default: false },
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    });
    if (positionals.length > 0) throw new AssayError('usage', `unexpected argument ${positionals.join(' ')}`);
    const agent = findHookAgent(values.agent);
    const target = { agent, root: values.user ? null : findRoot() };
    const edit =
      action === 'install'
        ? planInstall(target, createCommand(agent, values.user))
        : undoExactly(planUninstall(target));
    const isChange = edit.before !== edit.after;
    if (!values.json) await writeOut(escapeControls(drawEdit(edit)));
    const isWanted = isChange && !values['dry-run'] && (values.yes || (await confirm()));
    if (isWanted) apply(action, edit);
    if (values.json) await writeOut(`${JSON.stringify({ agent: agent.id, ...edit, written: isWanted })}\n`);
    else await writeOut(describe({ action, agent, isChange, isWanted }));
    return 0;
  };

function findRoot(): string {
  const { root } = findRepository(process.cwd(), { otherwise: '; use --user to install for all repositories' });
  if (root === null) throw new AssayError('usage', 'this repository has no work tree; use --user');
  return root;
}

// a hook ends before it needs to collect garbage, which takes a tenth of its time
const NO_EARLY_COLLECTION = '--min-semi-space-size=64';

/**
 * For one user, the full paths of this Node and this program: an agent may have another PATH. In a repository, which
 * others share, the command by name, and nothing where it is not installed.
 */
function createCommand({ id }: HookAgent, is_user: boolean): (event: HookEvent) => string {
  if (!is_user) return (event) => `if command -v assay >/dev/null; then assay hook ${event} --agent ${id}; fi`;
  const program = [process.execPath, NO_EARLY_COLLECTION, ...process.execArgv, realpathSync(process.argv[1] as string)]
    .map(quote)
    .join(' ');
  return (event) => `${program} hook ${event} --agent ${id}`;
}

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

function apply(action: 'install' | 'uninstall', edit: FileEdit): void {
  if (action === 'install') applyInstall(edit);
  else applyUninstall(edit);
}

async function confirm(): Promise<boolean> {
  if (!isInteractive(process.stdout) || process.stdin.isTTY !== true)
    throw new AssayError('usage', 'nothing was written; use --yes to write it without a question');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Write this? [y/N] ');
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

interface Done {
  readonly action: 'install' | 'uninstall';
  readonly agent: HookAgent;
  readonly isChange: boolean;
  readonly isWanted: boolean;
}

function describe({ action, agent, isChange, isWanted }: Done): string {
  const state = action === 'install' ? 'installed' : 'removed';
  if (!isChange) return `Nothing to do: the hooks of ${agent.title} are already ${state}\n`;
  if (!isWanted) return 'Nothing was written\n';
  const next = action === 'install' && agent.next_step !== null ? `${agent.next_step}\n` : '';
  return `Hooks of ${agent.title} ${state}. New sessions use them\n${next}`;
}
