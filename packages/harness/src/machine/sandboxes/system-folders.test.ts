import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSystemMounts } from './system-folders.ts';

const versions = (() => {
  try {
    return readdirSync('/etc/php');
  } catch {
    return [];
  }
})();

test.skipIf(versions.length === 0)('PHP finds its extensions, and no other setting of PHP is readable', () => {
  const php = listSystemMounts().filter(({ path }) => path.startsWith('/etc/php'));
  expect(php.length).toBeGreaterThan(0);
  expect(php.filter(({ path }) => !/^\/etc\/php\/[\d.]+\/(?:cli\/conf\.d|mods-available)$/.test(path))).toEqual([]);
});
