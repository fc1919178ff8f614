import type { Asked } from '../../packages/harness/src/judge/ask.ts';
import { ANSWER, answer, type Turns } from './judge.ts';

/** What a judge may be met with, and what comes of asking it then. */
interface Situation {
  readonly name: string;
  readonly turns: Turns;
  readonly expected: Pick<Asked, 'status' | 'obstacle' | 'tries' | 'repaired'> & { readonly reply?: string };
  /** What is waited for at least before each further try. */
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
    name: 'a key that may not',
    turns: [{ status: 403 }],
    expected: { ...failed, obstacle: 'unauthorized', tries: 1 },
    waits_ms: [],
  },
  {
    name: 'too many requests, for a while',
    turns: [{ status: 429, retry_after_s: 7 }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [7000],
  },
  {
    name: 'too many requests, for ever',
    turns: [{ status: 429 }],
    expected: { ...failed, obstacle: 'rate_limited' },
    waits_ms: [1000, 4000],
  },
  {
    name: 'an error of the service, once',
    turns: [{ status: 500 }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [1000],
  },
  {
    name: 'an error of the service, for ever',
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
    name: 'a service that is overloaded in the middle of its reply',
    turns: [{ status: 529, late: true, text: 'well' }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [1000],
  },
  {
    name: 'a page of a proxy in place of a reply',
    turns: [{ body: '<html>sign in first</html>' }],
    expected: { ...failed, obstacle: 'service_error' },
    waits_ms: [1000, 4000],
  },
  {
    name: 'a connection that breaks, once',
    turns: [{ text: ANSWER, cut: true }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [1000],
  },
  {
    name: 'a connection that breaks, for ever',
    turns: [{ text: ANSWER, cut: true }],
    expected: { ...failed, obstacle: 'unreachable' },
    waits_ms: [1000, 4000],
  },
  {
    name: 'a reply that is cut off, once',
    turns: [{ text: '{"verd', stop: 'cut_off' }, answer],
    expected: { ...answered, tries: 2 },
    waits_ms: [],
  },
  {
    name: 'a reply that is cut off, for ever',
    turns: [{ text: '{"verd', stop: 'cut_off' }],
    expected: { ...failed, obstacle: 'cut_off', tries: 2, reply: '{"verd' },
    waits_ms: [],
  },
  {
    name: 'a reply that cannot be read, once',
    turns: [{ text: 'PASS!' }, answer],
    expected: { ...answered, tries: 2, repaired: true },
    waits_ms: [],
  },
  {
    name: 'a reply that cannot be read, for ever',
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
