import { expect, test } from 'vitest';
import { isSupportedRuntime } from './runtime.ts';

test.each([
  { version: '20.20.2', supported: false },
  { version: '22.17.9', supported: false },
  { version: '22.18.0', supported: true },
  { version: '24.21.0', supported: true },
  { version: '100.0.0', supported: true },
])('Node $version is supported: $supported', ({ version, supported }) => {
  expect(isSupportedRuntime(version)).toBe(supported);
});

test('the tests run on the pinned Node version', () => {
  expect(process.versions.node).toMatch(/^24\./);
});
