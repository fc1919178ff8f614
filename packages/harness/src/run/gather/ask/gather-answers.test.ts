import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { scratchFolder } from '../../../../../detect/test/workspace.ts';
import { formatAsk, formatAskAgain } from './drivers.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const PYTHON = `
import sys
print("noise")
def add(a, b):
    print("more noise", file=sys.stdout)
    return a + b
def first(items):
    return items.pop(0)
class Box:
    @staticmethod
    def both(a):
        return (a, {a})
`;

const NODE = `
console.log('noise');
export const add = (a, b) => { console.log('more noise'); return a + b; };
export async function first(items) { return items.shift(); }
export default { both: (a) => [a, new Set([a])] };
`;

test.each([
  [{ python: 'app:add' }, [1, 2], { value: 3, args: [1, 2] }],
  [
    { python: 'app:add' },
    [1, 'x'],
    { error: 'TypeError', message: expect.stringContaining('unsupported'), args: [1, 'x'] },
  ],
  [{ python: 'app:first' }, [[1, 2]], { value: 1, args: [[2]] }],
  [{ python: 'app:Box.both' }, [1], { value: [1, [1]], args: [1] }],
  [{ node: 'app.mjs#add' }, [1, 2], { value: 3, args: [1, 2] }],
  [{ node: './app.mjs#first' }, [[1, 2]], { value: 1, args: [[2]] }],
  [{ node: 'app.mjs#both' }, [1], { value: [1, [1]], args: [1] }],
  [{ node: 'app.mjs#add.missing' }, [1], { error: 'TypeError', message: expect.any(String), args: [1] }],
  [
    { program: ['sh', './app.sh'] },
    { args: ['a b'], stdin: 'in', files: { 'x/y': 'z' } },
    { exit_code: 3, stdout: 'a b in', files: { 'x/y': 'z', made: 'in' } },
  ],
] as const)('%j answers %j with %j', (ask, input, answer) => {
  using scratch = scratchFolder();
  writeFileSync(join(scratch.path, 'app.py'), PYTHON);
  writeFileSync(join(scratch.path, 'app.mjs'), NODE);
  writeFileSync(join(scratch.path, 'app.sh'), 'cat > made; printf "%s %s" "$1" "$(cat made)"; exit 3\n');
  for (const format of [formatAsk, formatAskAgain]) {
    const command = format(ask as Parameters<typeof formatAsk>[0]) ?? '';
    const text = execFileSync('bash', ['-c', command], {
      cwd: scratch.path,
      input: `${JSON.stringify(input)}\n${JSON.stringify(input)}\n`,
      encoding: 'utf8',
    });
    const lines = text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([answer, answer]);
  }
});
