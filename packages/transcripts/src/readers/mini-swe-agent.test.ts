import { expect, test } from 'vitest';
import { collect } from '../../test/reading.ts';
import { miniSweAgent } from './mini-swe-agent.ts';

const SUBMIT = 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git diff --cached';
const run = (command: string) => ({ role: 'assistant', content: `THOUGHT: x\n\n\`\`\`bash\n${command}\n\`\`\`` });

test.each([
  { turn: run('ls'), answer: '<returncode>0</returncode>\na', expected: { type: 'tool_result', is_error: false } },
  {
    turn: run('grep x y'),
    answer: '<returncode>1</returncode>\n<output>\n</output>',
    expected: { type: 'tool_result', is_error: true, exit_code: 1, text: '' },
  },
  { turn: run('ls'), answer: '<returncode>0</returncode>\n<output>\na\n</output>', expected: { text: 'a' } },
  { turn: run(SUBMIT), answer: 'diff --git a/x b/x', expected: { type: 'tool_result', is_error: false, exit_code: 0 } },
  { turn: run(SUBMIT), answer: '<returncode>1</returncode>', expected: { type: 'tool_result', is_error: true } },
  {
    turn: run('sleep 99'),
    answer: 'The last command <command>sleep 99</command> timed out and has been killed.',
    expected: { type: 'tool_result', is_error: true },
  },
  {
    turn: run('rm -r /'),
    answer: 'Command not executed. The user rejected your command with the following message:\nno',
    expected: { type: 'tool_result', status: 'rejected' },
  },
  {
    turn: { role: 'assistant', content: `${run('a').content}\n${run('b').content}` },
    answer: 'Please always provide EXACTLY ONE action in triple backticks, found 2 actions.',
    expected: { type: 'system' },
  },
  { turn: run('ls'), answer: 'Look in src instead.', expected: { type: 'user' } },
  {
    turn: { role: 'assistant', content: 'Done.' },
    answer: 'No tool calls found in the response.',
    extra: { interrupt_type: 'FormatError' },
    expected: { type: 'system' },
  },
])('$answer is $expected', ({ turn, answer, expected, extra }) => {
  const messages = [{ role: 'user', content: 'Fix it.' }, turn, { role: 'user', content: answer, extra }];
  const { entries } = collect(miniSweAgent, [{ trajectory_format: 'mini-swe-agent-1', info: {}, messages }]);
  expect(entries.at(-1)).toMatchObject(expected);
});
