import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { JudgeSpec } from '@assay/schema';
import type { Host } from '../contracts/host.ts';
import { findProgram } from '../machine/processes/find-program.ts';

/** The chosen judge and the reason. */
export interface ChosenJudge {
  readonly spec: Exclude<JudgeSpec, { use: 'auto' }>;
  readonly because: string;
}

/**
 * The named judge, or rules if none is named: a key is not consent to spend money. `auto` chooses the first
 * available: a key for Anthropic, a key for OpenAI, a signed-in `claude` program, else rules.
 */
export async function chooseJudge(spec: JudgeSpec | undefined, host: Host): Promise<ChosenJudge> {
  if (spec === undefined) return { spec: { use: 'heuristic' }, because: NOT_NAMED };
  if (spec.use !== 'auto') return { spec, because: 'as configured' };
  const { use: _, ...shared } = spec;
  for (const { use, find } of AVAILABLE) {
    const because = await find(host);
    if (because !== null) return { spec: JudgeSpec.parse({ use, ...shared }) as ChosenJudge['spec'], because };
  }
  return { spec: { use: 'heuristic' }, because: 'no key and no signed-in claude program was found' };
}

const NOT_NAMED = 'to use a model, set --judge, or `judge` in the configuration';

interface Available {
  readonly use: JudgeSpec['use'];
  /** Why it is available; null if it is not. */
  find(host: Host): Promise<string | null>;
  /** How to make it available. */
  readonly fix: string;
}

const hasKey =
  (name: string): Available['find'] =>
  async ({ environment }) =>
    environment[name] ? `${name} is set` : null;

/** The judges that can be detected, in order. */
export const AVAILABLE: readonly Available[] = [
  { use: 'anthropic', find: hasKey('ANTHROPIC_API_KEY'), fix: 'set ANTHROPIC_API_KEY' },
  { use: 'openai', find: hasKey('OPENAI_API_KEY'), fix: 'set OPENAI_API_KEY, or base_url in the configuration' },
  {
    use: 'claude-cli',
    fix: 'install Claude Code and sign in',
    find: async ({ environment }) => {
      const program = await findProgram('claude', environment['PATH'] ?? '');
      if (program === undefined) return null;
      if (environment['CLAUDE_CODE_OAUTH_TOKEN']) return 'claude is installed, and CLAUDE_CODE_OAUTH_TOKEN is set';
      const home = environment['HOME'] ?? homedir();
      const signedIn = await access(join(home, '.claude', '.credentials.json')).then(
        () => true,
        () => false,
      );
      return signedIn ? 'claude is installed and signed in' : null;
    },
  },
];
