import { SessionFacts, type TranscriptEntry } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ask, bash, call, edit, makeRecord, say } from '../../../test/session.ts';
import { readFacts } from '../read-facts.ts';

const big = Array.from({ length: 900 }, (_, i) => `name_of_${i}`).join(' ');
const text = fc.constantFrom('', 'one', 'two', big, `${big} ${big} ${big}`, 'No files found', 'Tests 1 failed (1)');
const result = fc.constantFrom<Partial<TranscriptEntry>>({}, {}, {}, { is_error: true }, { exit_code: 1 });
const command = fc.constantFrom('npm test', 'ls', 'cat /w/a.ts', 'rg name_of_8', "sed -i 's/a/b/' a.ts", 'python a.py');
const unit = fc.oneof(
  fc.tuple(command, text, result).map(([run, output, ended]) => bash(run, output, ended)),
  fc
    .tuple(fc.constantFrom('/w/a.ts', '/w/b.ts'), text, result)
    .map(([file_path, output, ended]) => call('Read', { file_path }, output, ended)),
  fc.constantFrom('/w/a.ts', '/w/b.ts').map((path) => edit(path)),
  fc.constantFrom('ok', 'All tests pass.', big).map((words) => [say(words)]),
  fc.constantFrom('Go on.', 'No, wrong.', '[Request interrupted by user]').map((words) => [ask(words)]),
  fc.constant<TranscriptEntry[]>([{ type: 'error', text: 'overloaded' }]),
  fc.constant<TranscriptEntry[]>([{ type: 'system', text: 'Conversation compacted' }]),
);
const session = fc.array(unit, { maxLength: 25 }).map((units) => [ask('Fix it.'), ...units.flat()]);
const totals = fc.record({
  usage: fc.option(
    fc.tuple(fc.nat(10_000_000), fc.nat(100_000)).map(([input_tokens, output_tokens]) => ({
      input_tokens,
      output_tokens,
      cached_input_tokens: 0,
      cache_write_input_tokens: 0,
    })),
  ),
  cost_usd: fc.option(fc.double({ min: 0, max: 500, noNaN: true })),
});

const sum = (amounts: readonly (number | null)[]): number => amounts.reduce<number>((all, one) => all + (one ?? 0), 0);
const micros = (usd: number | null): number => Math.round((usd ?? 0) * 1e6);
/** Everything but the work itself and the person. */
const wasted = ({ waste }: SessionFacts) =>
  waste.entries.filter(({ cause }) => cause !== 'request' && cause !== 'person_wait');

describe('the ledger', () => {
  test('adds up to the tokens, money and time of the session, to the last one', () => {
    fc.assert(
      fc.property(
        session,
        totals,
        fc.infiniteStream(fc.integer({ min: -5000, max: 90_000 })),
        (entries, given, steps) => {
          let clock = 1_794_700_000_000;
          const timed = entries.map((entry) => {
            clock += steps.next().value as number;
            return { ...entry, at: new Date(clock).toISOString() };
          });
          const times = timed.map(({ at }) => Date.parse(at));
          const wall = Math.max(...times) - (times[0] as number);
          const facts = SessionFacts.parse(readFacts(makeRecord(timed, { ...given, wall_ms: wall > 0 ? wall : null })));
          const { tokens, cost_usd, wall_ms, entries: parts } = facts.waste;
          expect(tokens).toBe(given.usage === null ? null : given.usage.input_tokens + given.usage.output_tokens);
          expect(sum(parts.map((part) => part.tokens))).toBe(tokens ?? 0);
          expect(sum(parts.map((part) => micros(part.cost_usd)))).toBe(micros(given.cost_usd));
          expect(micros(cost_usd)).toBe(micros(given.cost_usd));
          expect(sum(parts.map((part) => part.wall_ms))).toBe(wall_ms ?? 0);
          const split = facts.requests.flatMap((request) => Object.values(request.wall_ms));
          expect(sum(split)).toBe(wall_ms ?? 0);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('never counts less waste when a useless call is repeated', () => {
    fc.assert(
      fc.property(session, fc.nat(), (entries, pick) => {
        const before = makeRecord(entries);
        const facts = readFacts(before);
        // repeating an edit that is undone later changes what is undone
        const refs = wasted(facts).flatMap(({ cause, refs: own }) => (cause === 'undone_work' ? [] : own));
        fc.pre(refs.length > 0);
        const ref = refs[pick % refs.length];
        const ids = before.interactions.find(({ id }) => id === ref)?.entry_ids ?? [];
        const own = before.entries.filter(({ id }) => ids.includes(id ?? ''));
        const again = own.map((entry) => ({ ...entry, id: `${entry.id}x`, tool_id: `${entry.tool_id}x` }));
        const last = before.entries.findLastIndex(({ id }) => ids.includes(id ?? ''));
        const repeated = readFacts(
          makeRecord(before.entries.toSpliced(last + 1, 0, ...again).map(({ at: _, ...entry }) => entry)),
        );
        expect(sum(wasted(repeated).map(({ tokens }) => tokens))).toBeGreaterThanOrEqual(
          sum(wasted(facts).map(({ tokens }) => tokens)),
        );
        expect(sum(wasted(repeated).map(({ wall_ms }) => wall_ms))).toBeGreaterThanOrEqual(
          sum(wasted(facts).map(({ wall_ms }) => wall_ms)),
        );
      }),
      { numRuns: 150 },
    );
  });

  test('never calls a session verified or probed without a check that passed after its last change', () => {
    fc.assert(
      fc.property(session, (entries) => {
        for (const { verification, checks } of readFacts(makeRecord(entries)).requests)
          if (verification === 'verified' || verification === 'probed')
            expect(checks.some(({ result: ended }) => ended === 'passed')).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe('causes', () => {
  const cause = (...entries: TranscriptEntry[][]) =>
    readFacts(makeRecord([ask('Go.'), ...entries.flat()])).waste.entries.find(
      ({ cause: name, refs }) => name !== 'request' && refs.length > 0,
    )?.cause;
  const read = (path: string, output = 'text') => call('Read', { file_path: path }, output);

  test.each([
    { did: [read('/w/a.ts'), read('/w/a.ts')], found: 'reread', why: 'the same content' },
    { did: [read('/w/a.ts'), edit('/w/a.ts'), read('/w/a.ts', 'new')], found: undefined, why: 'it changed' },
    { did: [bash('rg x', 'a'), bash('rg x', 'a')], found: 'failed_calls', why: 'the same search with the same result' },
    { did: [bash('foo', 'bash: foo: command not found', { is_error: true })], found: 'failed_calls', why: 'it failed' },
    { did: [bash('npm test', 'Tests 1 failed (1)', { is_error: true })], found: undefined, why: 'a red test informs' },
    {
      did: [
        bash('npm test', 'Tests 1 failed (1)', { is_error: true }),
        bash('npm test', 'Tests 1 failed (1)', { is_error: true }),
      ],
      found: 'failed_calls',
      why: 'the same red test informs once',
    },
    {
      did: [read('/w/a.ts'), [{ type: 'system', text: 'Conversation compacted' } as const], read('/w/a.ts')],
      found: 'rebuilt_context',
      why: 'the context was compacted in between',
    },
  ])('$found: $why', ({ did, found }) => {
    expect(cause(...did)).toBe(found);
  });
});
