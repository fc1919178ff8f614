import { expect, test } from 'vitest';
import { parseSearch } from '../../search.ts';
import { formatFilters, readFilters, toApiQuery } from './filters.ts';

test.each([
  {
    address: '?status=running&agent_id=codex',
    reads: { status: 'running', agent_id: 'codex' },
    why: 'reads the values',
  },
  { address: '?status=flying', reads: {}, why: 'drops an invalid choice' },
  { address: '?agent_id=%20%20&label=', reads: {}, why: 'drops blank values' },
  { address: '?tier=Gold&tier=Elite', reads: { tier: 'Gold' }, why: 'uses the first of several values' },
  { address: '?result=tampered', reads: { result: 'tampered' }, why: 'a result' },
  { address: '?result=PASS', reads: {}, why: 'a gate verdict is not a result' },
  { address: '?tier=Unranked', reads: { tier: 'Unranked' }, why: 'the tier of runs without a score' },
  { address: '?disagreement=unconvincing', reads: { disagreement: 'unconvincing' }, why: 'a disagreement of gates' },
  {
    address: '?min_axis_score=0&max_axis_score=100',
    reads: { min_axis_score: '0', max_axis_score: '100' },
    why: 'a range of AXIS scores',
  },
  { address: '?min_axis_score=101&max_axis_score=7.5', reads: {}, why: 'drops invalid scores' },
  { address: '?nothing=1&__proto__=x', reads: {}, why: 'drops unknown fields' },
  {
    address: '?agent_id=a%26status%3Dqueued',
    reads: { agent_id: 'a&status=queued' },
    why: 'a value cannot add a field',
  },
])('$address: $why', ({ address, reads }) => {
  expect(readFilters(parseSearch(address))).toEqual(reads);
});

test('filters survive formatting and reading', () => {
  const query = { agent_id: 'a b&c=d', status: 'queued', days: '7' };
  expect(readFilters(parseSearch(`?${formatFilters(query)}`))).toEqual(query);
});

test('converts days to an instant for the API', () => {
  const now = Date.parse('2026-11-16T12:00:00.000Z');
  expect(toApiQuery({ days: '7', tier: 'Gold' }, now)).toEqual({ since: '2026-11-09T12:00:00.000Z', tier: 'Gold' });
  expect(toApiQuery({ tier: 'Gold' }, now)).toEqual({ tier: 'Gold' });
});
