import type { RewardEvidence } from '@assay/schema';
import { parseStrictJson } from '@assay/schema';
import { cannotScore } from './scorer.ts';

/** The rewards that a verifier wrote, by name. Missing, empty or contradicting files are an error, never 0. */
export function readRewards({ json, txt, command }: RewardEvidence): ReadonlyMap<string, number> {
  const named = json === null ? null : readNamed(json);
  const single = txt === null ? null : readNumber(txt.trim(), 'reward.txt');
  if (named === null && single === null) return cannotScore(`the verifier wrote no reward: ${describeExit(command)}`);
  if (named === null) return new Map([['reward', single ?? 0]]);
  const main = named.get('reward') ?? (named.size === 1 ? [...named.values()][0] : undefined);
  if (single !== null && main !== undefined && main !== single)
    cannotScore(`reward.json says ${main} and reward.txt ${single}; write one of them, or the same number`);
  return named;
}

/**
 * The reward that decides: the asked one, the one named `reward`, or the mean of all. None is below 0: a verifier that
 * could not grade writes -1.
 */
export function chooseReward(rewards: ReadonlyMap<string, number>, metric: string | undefined): number {
  const main = metric ?? (rewards.has('reward') ? 'reward' : undefined);
  const decisive = main === undefined ? rewards : new Map([[main, rewards.get(main)]]);
  let sum = 0;
  for (const [name, value] of decisive) {
    if (value === undefined) return cannotScore(`expected a reward ${name}, found ${[...rewards.keys()].join(', ')}`);
    if (value < 0) return cannotScore(`expected 0 or more as ${name}, found ${value}: the verifier could not grade`);
    sum += value;
  }
  return sum / decisive.size;
}

function readNamed(text: string): Map<string, number> {
  const value = parseObject(text);
  const entries = Object.entries(value).map(([name, number]) => [name, readNumber(number, name)] as const);
  return entries.length === 0 ? cannotScore('reward.json has no reward') : new Map(entries);
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    return cannotScore(`reward.json cannot be read: ${(error as Error).message}`);
  }
  if (typeof value === 'number') return { reward: value };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return cannotScore('expected an object of numbers in reward.json');
}

function readNumber(given: unknown, name: string): number {
  const number =
    typeof given === 'string' && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(given) ? Number(given) : given;
  if (typeof number === 'boolean') return Number(number);
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  return cannotScore(`expected a number as ${name}, found ${JSON.stringify(given)?.slice(0, 60)}`);
}

function describeExit({ timed_out, exit_code, signal }: RewardEvidence['command']): string {
  if (timed_out) return 'it ran out of time';
  return exit_code === null ? `it was ended by ${signal}` : `it exited with ${exit_code}`;
}
