import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { JudgeSpec } from '@assay/schema';
import type { Host } from '../contracts/host.ts';
import { findProgram } from '../machine/processes/find-program.ts';

/** A judge that is settled on, and why it is this one. */
export interface ChosenJudge {
  readonly spec: Exclude<JudgeSpec, { use: 'auto' }>;
  readonly because: string;
}

/**
 * The judge that was named; rules where none was, since a key is not consent to spend money. `auto` is the first that is
 * available: a key for Anthropic, a key for OpenAI, a `claude` program that is signed in, and else rules.
 */
export async function chooseJudge(spec: JudgeSpec | undefined, host: Host): Promise<ChosenJudge> {
  if (spec === undefined) return { spec: { use: 'heuristic' }, because: NOT_NAMED };
  if (spec.use !== 'auto') return { spec, because: 'as asked for' };
  const { use: _, ...shared } = spec;
  for (const { use, find } of AVAILABLE) {
    const because = await find(host);
    if (because !== null) return { spec: JudgeSpec.parse({ use, ...shared }) as ChosenJudge['spec'], because };
  }
  return { spec: { use: 'heuristic' }, because: 'no key and no signed-in claude program was found' };
}

const NOT_NAMED = 'to ask a model, name it with --judge or as `judge` in the configuration';

interface Available {
  readonly use: JudgeSpec['use'];
  /** What shows that it can be asked; null when nothing does. */
  find(host: Host): Promise<string | null>;
  /** How to make it so. */
  readonly fix: string;
}

const hasKey =
  (name: string): Available['find'] =>
  async ({ environment }) =>
    environment[name] ? `${name} is set` : null;

/** The judges that can be found, in the order they are looked for. */
export const AVAILABLE: readonly Available[] = [
  { use: 'anthropic', find: hasKey('ANTHROPIC_API_KEY'), fix: 'set ANTHROPIC_API_KEY' },
  { use: 'openai', find: hasKey('OPENAI_API_KEY'), fix: 'set OPENAI_API_KEY, or name a base_url in the configuration' },
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
