import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { Host } from '../../packages/harness/src/contracts/host.ts';
import { type AskJudgeOptions, type AskResult, askJudge } from '../../packages/harness/src/judge/ask.ts';
import type { AskOptions, JudgeBackend } from '../../packages/harness/src/judge/backend.ts';
import { promptDigest } from '../../packages/harness/src/judge/prompt-digest.ts';
import { QUESTION, readAnswer } from './judge.ts';

/** A secret key: it must appear only in request headers. */
export const KEY = 'sk-secret-of-the-operator-0123456789';

/** A host whose environment contains only PATH and the given variables. */
export const hostWith = (environment: Host['environment']): Host => ({
  now: Date.now,
  entropy: (bytes) => randomBytes(bytes),
  environment: { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'), ...environment },
});

/** Default options for asking a backend. */
export const askOptions = (): AskOptions => ({
  sample: 0,
  prompt_digest: promptDigest(QUESTION),
  signal: new AbortController().signal,
  max_output_tokens: 4096,
});

/** Asks the question without real waits; returns the waits that would have happened. */
export async function ask(
  backend: JudgeBackend,
  { question = QUESTION, ...changes }: Partial<AskJudgeOptions> & { question?: typeof QUESTION } = {},
): Promise<{ asked: AskResult; waits_ms: readonly number[] }> {
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
