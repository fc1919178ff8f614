import type { ProcessAgent } from '../../contracts/agent.ts';
import type { RunEnvironment } from './run-environment.ts';

const PATIENCE_MS = 30_000;
const LONGEST = 4096;

// a program says the same every time it is asked, and some take seconds to
const known = new Map<string, string | null>();

/** The version an agent's program says it has; null when it does not say. Never taken from a package's name. */
export async function observeVersion(
  agent: ProcessAgent,
  { session, program, context }: RunEnvironment,
): Promise<string | null> {
  if (program === null || agent.version_args.length === 0) return null;
  const before = known.get(program);
  if (before !== undefined) return before;
  let said = '';
  await session.start({
    command: [program, ...agent.version_args],
    onStdout: (chunk) => {
      said = (said + chunk.toString('utf8')).slice(0, LONGEST);
    },
    timeout_ms: PATIENCE_MS,
    signal: context.signal,
  }).done;
  const version = /\d+\.\d+(\.\d+)?[\w.+-]*/.exec(said)?.[0] ?? null;
  known.set(program, version);
  return version;
}
