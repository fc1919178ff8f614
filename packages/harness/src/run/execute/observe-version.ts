import type { ProcessAgent } from '../../contracts/agent.ts';
import type { RunEnvironment } from './run-environment.ts';

const PATIENCE_MS = 30_000;
const LONGEST = 4096;

// cached: the answer never changes, and some programs take seconds
const known = new Map<string, string | null>();

/** The version that an agent's program reports; null if it reports none. Never taken from a package name. */
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
