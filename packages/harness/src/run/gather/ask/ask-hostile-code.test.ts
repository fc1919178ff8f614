import { expect, test, vi } from 'vitest';
import { openGrading } from '../../../../test/grading.ts';
import type { RunEnvironment } from '../../execute/run-environment.ts';
import { gatherAnswers } from './gather-answers.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const CASES = [1, 2, 3].map((input) => ({ input: [input], value: input }));

/** Asks a program that answers as it likes. */
async function ask(program: string | object, fields: object = {}, attack = 'true') {
  const scorers = [{ name: 'asked', type: 'answers', ask: program, cases: CASES, ...fields }];
  await using grading = await openGrading({ scorers });
  const { environment, scene } = grading;
  const { store } = scene;
  scene.attack(attack);
  const baseline = await scene.snapshot();
  const context = { ...environment.context, host: { ...environment.context.host, entropy: () => new Uint8Array(8) } };
  const prepared = { ...environment.attempt.prepared, loaded: { base: scene.outside } };
  const answers = await gatherAnswers(
    { ...environment, context, attempt: { ...environment.attempt, prepared } } as unknown as RunEnvironment,
    { store, baseline, final: baseline, files: baseline.files, history: null },
  );
  return answers?.['asked'];
}

const RIGHT = '{"value":1}';

test.each([
  { what: 'a deep object', program: `python3 -c 'print("{\\"a\\":" * 101 + "1" + "}" * 101)'` },
  { what: 'a line of megabytes', program: `python3 -c 'print("{\\"a\\":\\"" + "x" * 3000000 + "\\"}")'` },
  { what: 'no JSON', program: 'echo "{"' },
  { what: 'a list', program: 'echo "[1]"' },
  { what: 'null', program: 'echo null' },
  { what: 'an empty line', program: 'echo' },
  { what: 'bytes that are no text', program: `printf '\\377\\376\\n'` },
])('$what is no answer, and the next line still is', async ({ program }) => {
  const asked = await ask(`${program}; echo '${RIGHT}'`);
  expect(asked?.answers).toEqual([null, { value: 1 }, null]);
});

test('lines after the last question are not read', async () => {
  const asked = await ask(`yes '${RIGHT}' | head -n 100000`);
  expect(asked?.answers).toEqual([{ value: 1 }, { value: 1 }, { value: 1 }]);
});

test('code that does not read its questions, and fails, has answered what it has answered', async () => {
  const asked = await ask(`echo '${RIGHT}'; echo broken >&2; exit 3`);
  expect(asked).toMatchObject({ answers: [{ value: 1 }, null, null], exit_code: 3, stderr_tail: 'broken\n' });
});

test.each([
  { what: 'fails', generate: 'echo no such file >&2; exit 1', says: /exit code 1: no such file/ },
  { what: 'prints nothing', generate: 'true', says: /expected 1 to 10000 lines, found 0/ },
  { what: 'prints too much', generate: 'seq 10001', says: /expected 1 to 10000 lines, found 10001/ },
  { what: 'expects nothing', generate: `echo '{"input":1}'`, says: /a field of the answer on line 1, found/ },
])('a generator that $what is an error that names its scorer', async ({ generate, says }) => {
  const asking = ask('cat', { generate });
  await expect(asking).rejects.toThrow(says);
  await expect(asking).rejects.toThrow(/`generate` of the scorer "asked"/);
});

test('code that knows its grader by its arguments is asked again without them', async () => {
  const code = 'import sys\ndef same(x):\n    return x if sys.argv == ["-c"] else 0\n';
  const asked = await ask({ python: 'watched:same' }, {}, `printf '${code.replaceAll('\n', '\\n')}' > watched.py`);
  expect(asked?.answers.map((answer) => answer?.['value'])).toEqual([1, 2, 3]);
  expect(asked?.again).toEqual(
    [2, 1, 0, 0, 1, 2].map((index) => ({ case: index, answer: { value: 0, args: [index + 1] } })),
  );
});
