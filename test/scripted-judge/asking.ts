import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { Host } from '../../packages/harness/src/contracts/host.ts';
import { type Asked, type AskJudgeOptions, askJudge } from '../../packages/harness/src/judge/ask.ts';
import type { AskOptions, JudgeBackend } from '../../packages/harness/src/judge/backend.ts';
import { promptDigest } from '../../packages/harness/src/judge/prompt-digest.ts';
import { QUESTION, readAnswer } from './judge.ts';

/** A key as an operator has one: it must be seen nowhere but in the header of a request. */
export const KEY = 'sk-secret-of-the-operator-0123456789';

/** This machine, with nothing in its environment but a search path and what is given. */
export const hostWith = (environment: Host['environment']): Host => ({
  now: Date.now,
  entropy: (bytes) => randomBytes(bytes),
  environment: { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'), ...environment },
});

/** How a backend is asked where nothing else is said. */
export const askOptions = (): AskOptions => ({
  sample: 0,
  prompt_digest: promptDigest(QUESTION),
  signal: new AbortController().signal,
  max_output_tokens: 4096,
});

/** Asks the question with patience for everything, and without waiting: what would have been waited for is told. */
export async function ask(
  backend: JudgeBackend,
  { question = QUESTION, ...changes }: Partial<AskJudgeOptions> & { question?: typeof QUESTION } = {},
): Promise<{ asked: Asked; waits_ms: readonly number[] }> {
  const waits_ms: number[] = [];
  const asked = await askJudge(backend, question, {
    ...askOptions(),
    host: hostWith({}),
    timeout_ms: 120_000,
    read: readAnswer,
    sleep: async (ms) => void waits_ms.push(ms),
    ...changes,
  });
  return { asked, waits_ms };
}
