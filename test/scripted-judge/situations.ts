import type { AskResult } from '../../packages/harness/src/judge/ask.ts';
import { ANSWER, answer, type Turns } from './judge.ts';

/** A situation of the judge service, and the expected result of asking. */
interface Situation {
  readonly name: string;
  readonly turns: Turns;
  readonly expected: Pick<AskResult, 'status' | 'obstacle' | 'tries' | 'repaired'> & { readonly reply?: string };
  /** Minimum wait before each retry. */
  readonly waits_ms: readonly number[];
}

const answered = { status: 'answered', obstacle: null, tries: 1, repaired: false, reply: ANSWER } as const;
const failed = { status: 'failed', tries: 3, repaired: false, reply: '' } as const;

export const SITUATIONS: readonly Situation[] = [
  { name: 'an answer', turns: [answer], expected: answered, waits_ms: [] },
  {
    name: 'a wrong key',
    turns: [{ status: 401 }],
    expected: { ...failed, obstacle: 'unauthorized', tries: 1 },
    waits_ms: [],
  },
  {
    name: 'a key without permission',
    turns: [{ status: 403 }],
    expected: { ...failed, obstacle: 'unauthorized', tries: 1 },
    waits_ms: [],
  },
  {
    name: 'a temporary rate limit',
    turns: [{ status: 429, retry_after_s: 7 }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [7000],
  },
  {
    name: 'a permanent rate limit',
    turns: [{ status: 429 }],
    expected: { ...failed, obstacle: 'rate_limited' },
    waits_ms: [1000, 4000],
  },
  {
    name: 'a service error, once',
    turns: [{ status: 500 }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [1000],
  },
  {
    name: 'a permanent service error',
    turns: [{ status: 500 }],
    expected: { ...failed, obstacle: 'service_error' },
    waits_ms: [1000, 4000],
  },
  {
    name: 'an overloaded service',
    turns: [{ status: 529 }],
    expected: { ...failed, obstacle: 'overloaded' },
    waits_ms: [1000, 4000],
  },
  {
    name: 'a service that is overloaded during its reply',
    turns: [{ status: 529, late: true, text: 'well' }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [1000],
  },
  {
    name: 'an HTML page of a proxy instead of a reply',
    turns: [{ body: '<html>sign in first</html>' }],
    expected: { ...failed, obstacle: 'service_error' },
    waits_ms: [1000, 4000],
  },
  {
    name: 'a broken connection, once',
    turns: [{ text: ANSWER, cut: true }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [1000],
  },
  {
    name: 'a connection that always breaks',
    turns: [{ text: ANSWER, cut: true }],
    expected: { ...failed, obstacle: 'unreachable' },
    waits_ms: [1000, 4000],
  },
  {
    name: 'a truncated reply, once',
    turns: [{ text: '{"verd', stop: 'cut_off' }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [],
  },
  {
    name: 'a reply that is always truncated',
    turns: [{ text: '{"verd', stop: 'cut_off' }],
    expected: { ...failed, obstacle: 'cut_off', tries: 2, reply: '{"verd' },
    waits_ms: [],
  },
  {
    name: 'an invalid reply, once',
    turns: [{ text: 'PASS!' }, answer],
    expected: { ...answered, tries: 2, repaired: true },
    waits_ms: [],
  },
  {
    name: 'a reply that is always invalid',
    turns: [{ text: 'PASS!' }],
    expected: { ...failed, obstacle: 'unparseable', tries: 2, repaired: true, reply: 'PASS!' },
    waits_ms: [],
  },
  {
    name: 'a refusal',
    turns: [{ text: 'I would rather not.', stop: 'refused' }],
    expected: { ...failed, obstacle: 'judge_refused', tries: 1, reply: 'I would rather not.' },
    waits_ms: [],
  },
];
