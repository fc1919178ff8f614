import { expect, test } from 'vitest';
import { readFilterInputs, toApiQuery } from './filters.ts';

test.each([
  { search: { scenario: 'x' }, query: { scenario: 'x' }, why: 'a name is unchanged' },
  {
    search: { max_cost_usd_micros: '1.5' },
    query: { max_cost_usd_micros: '1500000' },
    why: 'dollars become millionths',
  },
  { search: { min_wall_ms: '0.25' }, query: { min_wall_ms: '250' }, why: 'seconds become milliseconds' },
  { search: { since: '2026-11-15' }, query: { since: '2026-11-15T00:00:00.000Z' }, why: 'the start of the day' },
  { search: { until: '2026-11-15' }, query: { until: '2026-11-15T23:59:59.999Z' }, why: 'the end of the day' },
  {
    search: { tier: 'Platinum', outcome: 'COMPLETED' },
    query: { outcome: 'COMPLETED' },
    why: 'an invalid choice is dropped',
  },
  {
    search: { result: 'tampered', disagreement: 'review_advised', min_axis_score: '40', max_axis_score: '90' },
    query: { result: 'tampered', disagreement: 'review_advised', min_axis_score: '40', max_axis_score: '90' },
    why: 'a result, a disagreement and a range of AXIS scores',
  },
  { search: { result: 'COMPLETED' }, query: {}, why: 'an outcome is not a result' },
  { search: { tier: 'Unranked' }, query: { tier: 'Unranked' }, why: 'no score' },
  { search: { min_score: '-3', max_score: 'many' }, query: {}, why: 'invalid numbers are dropped' },
  { search: { since: 'yesterday', until: '2026-13-40' }, query: {}, why: 'invalid days are dropped' },
  {
    search: { label: ['first', 'second'], other: 'x' },
    query: { label: 'first' },
    why: 'the first value of each known filter',
  },
])('$search gives $query: $why', ({ search, query }) => {
  expect(toApiQuery(readFilterInputs(search))).toEqual(query);
});
