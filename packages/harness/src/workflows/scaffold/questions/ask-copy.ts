import { formatAsk } from '../../../run/gather/ask/format-ask.ts';
import type { TestCopy } from '../../test-commands/test-copy.ts';
import type { AskedFunction } from './asked-function.ts';
import type { Answer } from './select-cases.ts';

// some languages compile first
const PATIENCE_MS = 60_000;

/** Asks a function in the copy. What it does not answer in time is null. */
export async function askCopy(
  copy: TestCopy,
  { ask }: Pick<AskedFunction, 'ask'>,
  { inputs, env = {} }: { readonly inputs: readonly unknown[]; readonly env?: Readonly<Record<string, string>> },
): Promise<Answer[]> {
  const input = inputs.map((one) => `${JSON.stringify(one)}\n`).join('');
  const { stdout } = await copy.run(formatAsk(ask), { timeout_ms: PATIENCE_MS, input, env });
  const lines = stdout.split('\n');
  return inputs.map((_, index) => parseAnswer(lines[index] ?? ''));
}

function parseAnswer(line: string): Answer {
  try {
    const answer: unknown = JSON.parse(line);
    return typeof answer === 'object' && answer !== null ? (answer as Answer) : null;
  } catch {
    // the code ended early, or printed something else
    return null;
  }
}
