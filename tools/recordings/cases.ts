import type { ModelScript, ScriptedTurn } from '../../test/scripted-model/scripts.ts';
import type { RecordedAgent } from './agents.ts';

/** One thing that happens to an agent while it is recorded. */
export interface RecordedCase {
  readonly name: string;
  /** What its recordings show. */
  readonly shows: string;
  scripts(agent: RecordedAgent): readonly ModelScript[];
  /** How many replies of the first script are given; all of them when absent. */
  readonly replies?: number;
  /** More of the scenario. */
  readonly scenario?: object;
  /** More of the agent's configuration. */
  spec?(agent: RecordedAgent): object;
}

/** What every agent is told first. */
export const INSTRUCTION = 'Mend add in calc.js.';
const SECOND_INSTRUCTION = 'Say so in notes.txt.';
const SUBTASK = 'Count the files of this folder.';

const always = (turns: ModelScript['turns']): readonly ModelScript[] => [{ turns }];
const DONE: ScriptedTurn = { text: 'Now it adds.' };

const RECORDED_CASES: readonly RecordedCase[] = [
  {
    name: 'edit',
    shows: 'thinks, looks with two tools at once, edits with its own tool, checks with its shell, finishes',
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
    shows: 'a command fails, and it goes on',
    scripts: ({ shell }) =>
      always([{ tools: [shell('echo looking; ls absent.js')] }, { tools: [shell('ls calc.js')] }, DONE]),
  },
  {
    name: 'denied',
    shows: 'a command it is not allowed',
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
    shows: 'the model service is broken, in the middle of the work',
    scripts: ({ shell }) => always([{ tools: [shell('cat calc.js')] }, { status: 500 }]),
    replies: 1,
  },
  {
    name: 'limit',
    shows: 'goes on and on until its own limit of turns',
    scripts: ({ shell }) => always([{ tools: [shell('cat calc.js')] }]),
    replies: 2,
    scenario: { limits: { turns: 2 } },
  },
  {
    // not at once: the last lines are to be written first
    name: 'killed',
    shows: 'killed by a command of its own, of which there is no result',
    scripts: ({ shell }) =>
      always([{ tools: [shell('cat calc.js')] }, { tools: [shell('sleep 1; kill -9 -1')] }, DONE]),
    replies: 2,
  },
  {
    name: 'resume',
    shows: 'a second turn in the same session; the stream is that of the second',
    scripts: ({ edit, shell, look }) => [
      { match: /Say so/, turns: [{ tools: [shell('echo mended > notes.txt')] }, { text: 'It is said.' }] },
      { match: /Mend add/, turns: [{ tools: [look] }, { tools: [edit] }, DONE] },
    ],
    scenario: { turns: [SECOND_INSTRUCTION] },
  },
  {
    name: 'subagent',
    shows: 'a sub-agent with a tool call of its own',
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

/** The cases an agent is recorded in. */
export const casesOf = (agent: RecordedAgent): readonly RecordedCase[] =>
  RECORDED_CASES.filter(({ name }) => agent.cases.includes(name));
