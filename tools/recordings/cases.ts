import type { ModelScript, ScriptedTurn } from '../../test/scripted-model/scripts.ts';
import type { RecordedAgent } from './agents.ts';

/** One situation in which an agent is recorded. */
export interface RecordedCase {
  readonly name: string;
  /** What the recordings show. */
  readonly shows: string;
  scripts(agent: RecordedAgent): readonly ModelScript[];
  /** How many replies of the first script are used (default: all). */
  readonly replies?: number;
  /** More fields of the scenario. */
  readonly scenario?: object;
  /** More fields of the agent's configuration. */
  spec?(agent: RecordedAgent): object;
}

/** The first instruction for every agent. */
export const INSTRUCTION = 'Mend add in calc.js.';
const SECOND_INSTRUCTION = 'Say so in notes.txt.';
const SUBTASK = 'Count the files of this folder.';

const always = (turns: ModelScript['turns']): readonly ModelScript[] => [{ turns }];
const DONE: ScriptedTurn = { text: 'Now it adds.' };

const RECORDED_CASES: readonly RecordedCase[] = [
  {
    name: 'edit',
    shows: 'thinks, reads with two tools in parallel, edits with its own tool, tests in its shell, finishes',
    scripts: ({ look, shell, edit }) =>
      always([
        { thinking: 'I should look first.', text: 'I look first.', tools: [look, shell('cat check.js')] },
        { tools: [edit] },
        { tools: [shell('node check.js && echo it adds')] },
        DONE,
      ]),
  },
  {
    name: 'error',
    shows: 'continues after a command failed',
    scripts: ({ shell }) =>
      always([{ tools: [shell('echo looking; ls absent.js')] }, { tools: [shell('ls calc.js')] }, DONE]),
  },
  {
    name: 'denied',
    shows: 'tries a command that is denied',
    scripts: ({ shell }) => always([{ tools: [shell('touch forbidden.txt')] }, { text: 'I may not.' }]),
    spec: ({ denial }) => ({ flags: denial }),
  },
  {
    name: 'http-401',
    shows: 'the model service refuses the key',
    scripts: () => always([{ status: 401 }]),
    replies: 0,
  },
  {
    name: 'http-500',
    shows: 'the model service fails in the middle of the work',
    scripts: ({ shell }) => always([{ tools: [shell('cat calc.js')] }, { status: 500 }]),
    replies: 1,
  },
  {
    name: 'limit',
    shows: 'works until it reaches its own turn limit',
    scripts: ({ shell }) => always([{ tools: [shell('cat calc.js')] }]),
    replies: 2,
    scenario: { limits: { turns: 2 } },
  },
  {
    // after a second, so that the last lines are written first
    name: 'killed',
    shows: 'kills itself with a command, which therefore has no result',
    scripts: ({ shell }) =>
      always([{ tools: [shell('cat calc.js')] }, { tools: [shell('sleep 1; kill -9 -1')] }, DONE]),
    replies: 2,
  },
  {
    name: 'resume',
    shows: 'a second turn in the same session; the stream is of the second turn',
    scripts: ({ edit, shell, look }) => [
      { match: /Say so/, turns: [{ tools: [shell('echo mended > notes.txt')] }, { text: 'It is said.' }] },
      { match: /Mend add/, turns: [{ tools: [look] }, { tools: [edit] }, DONE] },
    ],
    scenario: { turns: [SECOND_INSTRUCTION] },
  },
  {
    name: 'subagent',
    shows: 'a sub-agent that calls a tool',
    scripts: ({ shell }) => [
      { match: /Count the files/, turns: [{ tools: [shell('ls | wc -l')] }, { text: 'There are two.' }] },
      {
        match: /Mend add/,
        turns: [
          {
            tools: [
              {
                name: 'Agent',
                input: {
                  description: 'Count files',
                  prompt: SUBTASK,
                  subagent_type: 'general-purpose',
                  run_in_background: false,
                },
              },
            ],
          },
          { text: 'Two files, none of them mended.' },
        ],
      },
    ],
  },
];

/** The cases to record for an agent. */
export const recordedCases = (agent: RecordedAgent): readonly RecordedCase[] =>
  RECORDED_CASES.filter(({ name }) => agent.cases.includes(name));
