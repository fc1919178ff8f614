import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildUrl } from './build-url.ts';

const base = 'https://assay.example.com/under/here';

test.each([
  { query: {}, url: '', why: 'an empty query adds nothing' },
  { query: { limit: 5, after: 'a b&c' }, url: '?limit=5&after=a+b%26c', why: 'values are encoded' },
  { query: { a: undefined, b: null, c: false }, url: '?c=false', why: 'null and undefined are omitted' },
  { query: { status: ['queued', 'running'] }, url: '?status=queued%2Crunning', why: 'a list becomes one field' },
])('a query of $query: $why', ({ query, url }) => {
  expect(buildUrl({ base, path: '/v1/runs', query })).toBe(`${base}/v1/runs${url}`);
});

test.each(['', '.', '..', '\ud800'])('rejects %j as a path parameter', (agent_id) => {
  expect(() => buildUrl({ base, path: '/v1/reputation/{agent_id}', params: { agent_id } })).toThrow(
    expect.objectContaining({ code: 'invalid_input', path: 'agent_id' }),
  );
});

test('rejects a missing path parameter', () => {
  expect(() => buildUrl({ base, path: '/v1/runs/{run_id}' })).toThrow('`run_id`');
});

test('any value stays one path segment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (agent_id) => {
      fc.pre(agent_id !== '.' && agent_id !== '..' && agent_id.isWellFormed());
      const url = new URL(buildUrl({ base, path: '/v1/reputation/{agent_id}/history', params: { agent_id } }));
      const parts = url.pathname.split('/').map(decodeURIComponent);
      return (
        `${url.host}${url.search}${url.hash}` === 'assay.example.com' &&
        JSON.stringify(parts) === JSON.stringify(['', 'under', 'here', 'v1', 'reputation', agent_id, 'history'])
      );
    }),
  );
});
