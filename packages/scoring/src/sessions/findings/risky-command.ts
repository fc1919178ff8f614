import { parseCommand } from '../../heuristic/call.ts';
import { quoteCalls } from '../../insights/quote-call.ts';
import type { SimpleCommand } from '../../interactions/shell.ts';
import { type SessionStep, wasDone } from '../session.ts';
import { type FindingRule, plural, refsOf } from './finding-rule.ts';

/** Commands that can lose the person's work or publish it: `git push`, `reset --hard`, `stash`, `clean -f`. */
export const riskyCommand: FindingRule = {
  kind: 'risky-command',

  find({ session: { steps } }) {
    const risky = steps.filter((step) => wasDone(step) && isRisky(step));
    if (risky.length === 0) return [];
    return [
      {
        message: `${plural(risky.length, 'command')} changed or published the work tree as a whole: ${quoteCalls(risky)}`,
        advice: 'Look at what was lost or published, and allow these commands only after a question.',
        refs: refsOf(risky),
        cost: { cost_usd: null, wall_ms: null },
      },
    ];
  },
};

const isRisky = ({ call }: SessionStep): boolean =>
  call?.command != null && parseCommand(call.command).some(isRiskyGit);

function isRiskyGit({ name, args }: SimpleCommand): boolean {
  if (name !== 'git') return false;
  const [subcommand = '', next = ''] = args.filter((arg) => !arg.startsWith('-'));
  switch (subcommand) {
    case 'push':
      return !args.includes('--dry-run');
    case 'reset':
      return args.includes('--hard');
    case 'clean':
      return args.some((arg) => /^-\w*f|^--force/.test(arg));
    case 'stash':
      return !/^(?:list|show)$/.test(next);
    default:
      return false;
  }
}
