import { CommandEvidence } from '@assay/schema';
import { expect, test } from 'vitest';
import { runStages } from './run-stages.ts';

const evidence = (command: string, fields: Partial<CommandEvidence> = {}): CommandEvidence =>
  CommandEvidence.parse({
    command,
    exit_code: 0,
    signal: null,
    timed_out: false,
    stdout_tail: '',
    stderr_tail: '',
    duration_ms: 1,
    ...fields,
  });
const stage = (name: string, max_attempts = 3) => ({ name, command: `make ${name}`, max_attempts });

/** Runs stages whose checks exit with these codes in order, and an agent with a limited number of turns. */
async function runScript(stages: readonly ReturnType<typeof stage>[], codes: readonly number[], turns = 9) {
  const [checked, told, shown]: [string[], string[], string[]] = [[], [], []];
  const left = [...codes];
  let taken = 0;
  const results = await runStages({
    stages,
    onStage: (name) => shown.push(name),
    check: async ({ command }) => {
      checked.push(command);
      return evidence(command, { exit_code: left.shift() ?? 0 });
    },
    repair: async (instruction) => {
      told.push(instruction);
      return taken++ < turns;
    },
  });
  return { results, checked, told, shown };
}

test.each([
  { codes: [0], attempts: 1, passed: true, repairs: 0, why: 'passes at once' },
  { codes: [1, 0], attempts: 2, passed: true, repairs: 1, why: 'passes after a repair' },
  { codes: [1, 1, 0], attempts: 3, passed: true, repairs: 2, why: 'passes at the last try' },
  {
    codes: [1, 1, 1, 0],
    attempts: 3,
    passed: false,
    repairs: 2,
    why: 'fails when all attempts are used up, without a repair after the last',
  },
])('$why', async ({ codes, attempts, passed, repairs }) => {
  const { results, told } = await runScript([stage('test')], codes);
  expect(results).toEqual([{ name: 'test', attempts, passed }]);
  expect(told).toHaveLength(repairs);
});

test('with one attempt, the agent gets no repair turn', async () => {
  const { results, told } = await runScript([stage('test', 1)], [1]);
  expect(results).toEqual([{ name: 'test', attempts: 1, passed: false }]);
  expect(told).toEqual([]);
});

test('does not check again if the agent cannot take another turn', async () => {
  const { results, checked } = await runScript([stage('test')], [1, 1, 0], 1);
  expect(results).toEqual([{ name: 'test', attempts: 2, passed: false }]);
  expect(checked).toHaveLength(2);
});

test('stops after a failed stage and keeps the passed ones', async () => {
  const { results, checked, shown } = await runScript([stage('lint'), stage('build', 2), stage('test')], [0, 1, 1]);
  expect(results).toEqual([
    { name: 'lint', attempts: 1, passed: true },
    { name: 'build', attempts: 2, passed: false },
  ]);
  expect(checked).toEqual(['make lint', 'make build', 'make build']);
  expect(shown).toEqual(['lint', 'build', 'build']);
});

test('no stages give no results', async () => {
  expect((await runScript([], [])).results).toEqual([]);
});

test.each([
  { fields: { exit_code: 2, stdout_tail: 'so', stderr_tail: 'much' }, says: ['exited with 2', 'so\nmuch'] },
  { fields: { exit_code: null, signal: 'SIGKILL', timed_out: true }, says: ['did not end in time'] },
  { fields: { exit_code: null, signal: 'SIGSEGV' }, says: ['exited with SIGSEGV'] },
])('tells the agent what failed and how: $says', async ({ fields, says }) => {
  let told = '';
  await runStages({
    stages: [stage('test', 2)],
    onStage: () => undefined,
    check: async ({ command }) => evidence(command, fields),
    repair: async (instruction) => {
      told = instruction;
      return false;
    },
  });
  for (const part of ['"test"', '`make test`', ...says]) expect(told).toContain(part);
});
