import { expect, test } from 'vitest';
import { createRouter } from './router.ts';

const router = createRouter<string>();
router.add('GET', '/v1/runs/:run_id', 'a run');
router.add('GET', '/v1/runs/stats', 'all of them');
router.add('POST', '/v1/runs', 'another');
router.add('ALL', '*', 'nothing');

const found = (method: string, path: string): string | undefined => router.match(method, path)[0][0]?.[0];

test.each([
  { method: 'GET', path: '/v1/runs/stats', what: 'all of them' },
  { method: 'GET', path: '/v1/runs/run_1', what: 'a run' },
  { method: 'POST', path: '/v1/runs', what: 'another' },
  { method: 'DELETE', path: '/v1/runs', what: 'nothing' },
  { method: 'GET', path: '/v1/runs/', what: 'nothing' },
  { method: 'GET', path: '/', what: 'nothing' },
])('$method $path is $what', ({ method, path, what }) => {
  expect(found(method, path)).toBe(what);
});
