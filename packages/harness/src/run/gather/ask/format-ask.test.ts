import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { scratchFolder } from '../../../../../detect/test/workspace.ts';
import { formatAsk, formatAskAgain } from './format-ask.ts';

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
class Text(str):
    def __eq__(self, other):
        return True
    __hash__ = str.__hash__
class ValueError(Exception):
    pass
class Raises:
    def __iter__(self):
        raise TypeError("when it is read")
box = []
def shared(a):
    box[:] = [a]
    return box
def faces(of):
    if of == "error":
        raise ValueError("of another kind")
    return {"text": Text("a"), "many": [1.5, float("inf"), {2: range(2)}], "once": iter([1]), "raises": Raises()}[of]
`;

const NODE = `
console.log('noise');
export const add = (a, b) => { console.log('more noise'); return a + b; };
export async function first(items) { return items.shift(); }
class Text { toJSON() { return 'a'; } }
const faces = {
  text: () => new Text(),
  proxy: () => new Proxy(['a'], {}),
  many: () => [1.5, Infinity, new Date(0), { toJSON: () => 'a' }],
  list: () => Object.assign([1], { toJSON: () => 'a', [Symbol.iterator]: () => ['a'].values() }),
  raises: () => ({ get text() { throw new TypeError('when it is read'); } }),
  error: () => { throw Object.assign(new Error('of another kind'), { name: 'RangeError' }); },
};
let calls = 0;
export default { both: (a) => [a, new Set([a])], faces: (of) => faces[of](), later: (a) => calls++ ? Promise.resolve(a) : a };
`;

test('a promise from a function that gives values is shown as one', () => {
  for (const answers of askBoth({ node: 'app.mjs#later' }, [1], [1]))
    expect(answers).toEqual([
      { value: 1, args: [1] },
      { value: { Promise: 1 }, args: [1] },
    ]);
});

test('a value that is overwritten later is another one in the second process', () => {
  const [first, again] = askBoth({ python: 'app:shared' }, [1], [2]);
  expect(first).toEqual([
    { value: [1], args: [1] },
    { value: [2], args: [2] },
  ]);
  expect(again).toEqual([
    { value: [2], args: [1] },
    { value: [2], args: [2] },
  ]);
});

test.each([
  [{ python: 'app:add' }, [1, 2], { value: 3, args: [1, 2] }],
  [
    { python: 'app:add' },
    [1, 'x'],
    {
      error: 'TypeError',
      bases: ['Exception', 'BaseException', 'object'],
      message: expect.stringContaining('unsupported'),
      args: [1, 'x'],
    },
  ],
  [{ python: 'app:first' }, [[1, 2]], { value: 1, args: [[2]] }],
  [{ python: 'app:Box.both' }, [1], { value: [1, [1]], args: [1] }],
  [{ node: 'app.mjs#add' }, [1, 2], { value: 3, args: [1, 2] }],
  [{ node: './app.mjs#first' }, [[1, 2]], { value: 1, args: [[2]] }],
  [{ node: 'app.mjs#both' }, [1], { value: [1, [1]], args: [1] }],
  [
    { node: 'app.mjs#add.missing' },
    [1],
    { error: 'TypeError', bases: ['TypeError', 'Error', 'Object'], message: expect.any(String), args: [1] },
  ],
  [{ python: 'app:faces' }, ['text'], { value: { Text: 'a' }, args: ['text'] }],
  [{ python: 'app:faces' }, ['many'], { value: [1.5, 'inf', { 2: [0, 1] }], args: ['many'] }],
  [{ python: 'app:faces' }, ['once'], { value: { list_iterator: [1] }, args: ['once'] }],
  [{ python: 'app:faces' }, ['raises'], { unreadable: "TypeError('when it is read')" }],
  [
    { python: 'app:faces' },
    ['error'],
    {
      error: 'app.ValueError',
      bases: ['Exception', 'BaseException', 'object'],
      message: 'of another kind',
      args: ['error'],
    },
  ],
  [{ node: 'app.mjs#faces' }, ['text'], { value: { Text: 'a' }, args: ['text'] }],
  [{ node: 'app.mjs#faces' }, ['proxy'], { value: { Proxy: ['a'] }, args: ['proxy'] }],
  [{ node: 'app.mjs#faces' }, ['many'], { value: [1.5, 'Infinity', '1970-01-01T00:00:00.000Z', {}], args: ['many'] }],
  [{ node: 'app.mjs#faces' }, ['list'], { value: [1], args: ['list'] }],
  [{ node: 'app.mjs#faces' }, ['raises'], { unreadable: 'TypeError: when it is read' }],
  [
    { node: 'app.mjs#faces' },
    ['error'],
    { error: 'Error named RangeError', bases: ['Error', 'Object'], message: 'of another kind', args: ['error'] },
  ],
  [
    { program: ['sh', './app.sh'] },
    { args: ['a b'], stdin: 'in', files: { 'x/y': 'z' } },
    { exit_code: 3, stdout: 'a b in', files: { 'x/y': 'z', made: 'in' } },
  ],
] as const)('%j answers %j with %j', (ask, input, answer) => {
  for (const answers of askBoth(ask as Ask, input, input)) expect(answers).toEqual([answer, answer]);
});

type Ask = Parameters<typeof formatAsk>[0];

/** The answers of the first process and of the second. */
function askBoth(ask: Ask, ...inputs: readonly unknown[]): unknown[][] {
  using scratch = scratchFolder();
  writeFileSync(join(scratch.path, 'app.py'), PYTHON);
  writeFileSync(join(scratch.path, 'app.mjs'), NODE);
  writeFileSync(join(scratch.path, 'app.sh'), 'cat > made; printf "%s %s" "$1" "$(cat made)"; exit 3\n');
  return [formatAsk, formatAskAgain].map((format) => {
    const text = execFileSync('bash', ['-c', format(ask) ?? ''], {
      cwd: scratch.path,
      input: inputs.map((input) => `${JSON.stringify(input)}\n`).join(''),
      encoding: 'utf8',
    });
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  });
}
