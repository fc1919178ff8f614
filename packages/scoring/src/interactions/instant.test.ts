import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInstant } from './instant.ts';

const TEN = Date.UTC(2026, 10, 15, 10);

test.each([
  { at: '2026-11-15T10:00:00Z', ms: TEN, why: 'seconds' },
  { at: '2026-11-15T10:00:00.123Z', ms: TEN + 123, why: 'milliseconds, as JavaScript writes' },
  { at: '2026-11-15T10:00:00.123999Z', ms: TEN + 123.999, why: 'microseconds, as Python writes' },
  { at: '2026-11-15T10:00:00.123456789Z', ms: TEN + 123.456, why: 'nanoseconds, as Go and Rust write, cut' },
  { at: '2026-11-15T10:00:00,5Z', ms: TEN + 500, why: 'a comma before the fraction' },
  { at: '2026-11-15T10:00Z', ms: TEN, why: 'no seconds' },
  { at: '2026-11-15T12:00:00+02:00', ms: TEN, why: 'east' },
  { at: '2026-11-15T04:30:00-0530', ms: TEN, why: 'west, with half an hour, without a colon' },
  { at: '2026-11-15T12:00:00+02', ms: TEN, why: 'a zone of hours' },
  { at: '20261115T100000Z', ms: TEN, why: 'the basic form' },
  { at: '2026-11-15t10:00:00z', ms: TEN, why: 'lower case, as RFC 3339 permits' },
  { at: '2026-11-15T10:00:00', ms: TEN, why: 'without a zone it is UTC on every machine' },
  { at: '2024-02-29T00:00:00Z', ms: Date.UTC(2024, 1, 29), why: 'a leap day' },
  { at: '2000-02-29T00:00:00Z', ms: Date.UTC(2000, 1, 29), why: 'every 400 years there is one' },
  { at: '2016-12-31T23:59:60Z', ms: Date.UTC(2017, 0, 1), why: 'a leap second' },
  { at: '1970-01-01T00:00:00Z', ms: 0, why: 'the epoch' },
  { at: '1969-12-31T23:59:59.999Z', ms: -1, why: 'before it' },
])('$at is $ms: $why', ({ at, ms }) => {
  expect(parseInstant(at)).toBe(Math.round(ms * 1000));
});

test.each([
  { at: '', why: 'empty' },
  { at: undefined, why: 'missing' },
  { at: null, why: 'null' },
  { at: 1794702144843, why: 'ambiguous: seconds or milliseconds' },
  { at: '1794702144843', why: 'also as text' },
  { at: 'yesterday', why: 'a word' },
  { at: '2026-11-15 10:00:00 +0000', why: 'as git writes, with spaces' },
  { at: 'Sun, 15 Nov 2026 10:00:00 GMT', why: 'another format' },
  { at: '2026-11-15', why: 'a date is no instant' },
  { at: '10:00:00Z', why: 'a time is no instant' },
  { at: '2026-13-01T00:00:00Z', why: 'no such month' },
  { at: '2026-00-01T00:00:00Z', why: 'nor this' },
  { at: '2026-04-31T00:00:00Z', why: 'no such day' },
  { at: '2026-01-00T00:00:00Z', why: 'nor this' },
  { at: '2026-02-29T00:00:00Z', why: 'not a leap year' },
  { at: '1900-02-29T00:00:00Z', why: 'most centuries are not leap years' },
  { at: '2026-11-15T24:00:00Z', why: 'no such hour' },
  { at: '2026-11-15T10:60:00Z', why: 'no such minute' },
  { at: '2026-11-15T10:00:61Z', why: 'no such second' },
  { at: '2026-11-15T10:00:00+24:00', why: 'no such zone' },
  { at: '2026-11-15T10:00:00+02:60', why: 'nor this' },
  { at: '2026-11-15T10:00:00 CET', why: 'the name of a zone' },
  { at: '2026-1115T10:00:00Z', why: 'both forms in one date' },
  { at: '2026-11-15T10:0000Z', why: 'both forms in one time' },
  { at: ' 2026-11-15T10:00:00Z', why: 'space before' },
  { at: '2026-11-15T10:00:00Z\n', why: 'a line end after' },
  { at: '2026-11-15T10:00:00   ', why: 'space after' },
  { at: '٢٠٢٦-11-15T10:00:00Z', why: 'other digits' },
])('$at is no instant: $why', ({ at }) => {
  expect(parseInstant(at)).toBeNull();
});

const dates = fc.date({
  min: new Date('1700-01-01T00:00:00Z'),
  max: new Date('2250-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const zones = fc.constantFrom(
  'Z',
  '+00:00',
  '-00:00',
  '+01:00',
  '-08:00',
  '+05:30',
  '-03:30',
  '+14:00',
  '-12:00',
  '+23:59',
);

test('agrees with Date.parse on every ISO instant in every zone', () => {
  fc.assert(
    fc.property(dates, zones, (date, zone) => {
      const at = date.toISOString().replace('Z', zone);
      expect(parseInstant(at)).toBe(Date.parse(at) * 1000);
    }),
  );
});

test('never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (at) => {
      const micros = parseInstant(at);
      expect(micros === null || Number.isInteger(micros)).toBe(true);
    }),
  );
});
