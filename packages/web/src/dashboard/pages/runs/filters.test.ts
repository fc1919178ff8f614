import { expect, test } from 'vitest';
import { parseSearch } from '../../search.ts';
import { formatFilters, readFilters, toServer } from './filters.ts';

test.each([
  { address: '?status=running&agent_id=codex', reads: { status: 'running', agent_id: 'codex' }, why: 'what it says' },
  { address: '?status=flying', reads: {}, why: 'a choice that there is not is no filter' },
  { address: '?agent_id=%20%20&label=', reads: {}, why: 'nothing but space is no filter' },
  { address: '?tier=Gold&tier=Elite', reads: { tier: 'Gold' }, why: 'of several the first counts' },
  { address: '?result=tampered', reads: { result: 'tampered' }, why: 'a result' },
  { address: '?result=PASS', reads: {}, why: 'the verdict of a gate is no result' },
  { address: '?tier=Unranked', reads: { tier: 'Unranked' }, why: 'runs without a score have a tier too' },
  { address: '?disagreement=unconvincing', reads: { disagreement: 'unconvincing' }, why: 'gates that disagree' },
  {
    address: '?min_axis_score=0&max_axis_score=100',
    reads: { min_axis_score: '0', max_axis_score: '100' },
    why: 'a range of AXIS scores',
  },
  { address: '?min_axis_score=101&max_axis_score=7.5', reads: {}, why: 'no scores' },
  { address: '?nothing=1&__proto__=x', reads: {}, why: 'other fields are not of the list' },
  {
    address: '?agent_id=a%26status%3Dqueued',
    reads: { agent_id: 'a&status=queued' },
    why: 'a value cannot add a field',
  },
])('$address: $why', ({ address, reads }) => {
  expect(readFilters(parseSearch(address))).toEqual(reads);
});

test('filters that were read and written again are the same', () => {
  const query = { agent_id: 'a b&c=d', status: 'queued', days: '7' };
  expect(readFilters(parseSearch(`?${formatFilters(query)}`))).toEqual(query);
});

test('the server is asked for an instant where people say days', () => {
  const now = Date.parse('2026-11-16T12:00:00.000Z');
  expect(toServer({ days: '7', tier: 'Gold' }, now)).toEqual({ since: '2026-11-09T12:00:00.000Z', tier: 'Gold' });
  expect(toServer({ tier: 'Gold' }, now)).toEqual({ tier: 'Gold' });
});
