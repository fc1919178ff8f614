import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CheckReport, parse } from '@assay/schema';
import { expect } from 'vitest';

export const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

export type Files = Readonly<Record<string, string>>;

export const PYTHON: Files = {
  'cart.py': 'def total(items, discount=0):\n    return sum(items) - discount\n',
  'tests/test_cart.py': [
    'import unittest',
    'from cart import total',
    '',
    'class CartTest(unittest.TestCase):',
    '    def test_total(self):',
    '        self.assertEqual(total([1, 2]), 3)',
    '    def test_discount(self):',
    '        self.assertEqual(total([5, 5], 1), 9)',
    '',
  ].join('\n'),
};
export const NODE: Files = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}\n',
  'cart.js': 'export const total = (items, discount = 0) => items.reduce((a, b) => a + b, 0) - discount;\n',
  'cart.test.js': [
    "import assert from 'node:assert';",
    "import { test } from 'node:test';",
    "import { total } from './cart.js';",
    '',
    "test('adds up', () => { assert.equal(total([1, 2]), 3); });",
    "test('discount', () => { assert.equal(total([5, 5], 1), 9); });",
    '',
  ].join('\n'),
};

interface CheckOptions {
  readonly options?: readonly string[];
  /** Whether to check it again, with what the first check kept. */
  readonly twice?: boolean;
}

/** Checks a change of some files, each edited by replacing a text. Fails if a check leaves a temporary file behind. */
export function checkChange(
  base: Files,
  edits: Readonly<Record<string, readonly [string, string]>>,
  { options = [], twice = false }: CheckOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-check-run-'));
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  try {
    for (const side of ['from', 'to'])
      for (const [path, text] of Object.entries(base)) {
        const [old, now] = side === 'to' ? (edits[path] ?? ['', '']) : ['', ''];
        expect(text).toContain(old);
        mkdirSync(dirname(join(folder, side, path)), { recursive: true });
        writeFileSync(
          join(folder, side, path),
          text.replace(old, () => now),
        );
      }
    const check = (): { report: CheckReport; status: number | null } => {
      const env = {
        ...{ PATH: process.env['PATH'], HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), TMPDIR: temporary },
      };
      const args = [CLI, 'check', '--from', 'from', '--to', 'to', '--run', '--json', ...options];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
      expect(stdout, stderr).not.toBe('');
      waitUntil(() => readdirSync(temporary).length === 0);
      expect(readdirSync(temporary), 'temporary files').toEqual([]);
      return { report: parse(CheckReport, JSON.parse(stdout)), status };
    };
    return { ...check(), again: twice ? check() : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const MOST_TRIES = 600;

/** Waits up to a minute. */
export function waitUntil(isDone: () => boolean): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < MOST_TRIES && !isDone(); tries++) Atomics.wait(pause, 0, 0, 100);
}

export const rulesOf = ({ run }: CheckReport): string[] => run?.findings.map(({ rule }) => rule) ?? [];
