import type { JudgeQuestion, ReadReply } from '../../packages/scoring/src/index.ts';
import type { ScriptedTurn } from '../scripted-model/scripts.ts';
import { type ScriptedModel, type ScriptedModelOptions, startScriptedModel } from '../scripted-model/server.ts';

export type Turns = NonNullable<ScriptedModelOptions['in_order']>;

/** A model service with scripted replies; the last reply repeats. */
export const startScriptedJudge = (
  in_order: Turns,
  options: Pick<ScriptedModelOptions, 'rejects'> = {},
): Promise<ScriptedModel> => startScriptedModel({ scripts: [], in_order, ...options });

/** A small but complete question. */
export const QUESTION: JudgeQuestion = {
  purpose: 'run',
  batch: 0,
  criteria: 'run@1',
  system: 'You judge runs.',
  parts: [
    { text: 'The task: add two numbers.', lasting: true },
    { text: 'The rubric: it adds.', lasting: true },
    { text: 'The change: a + b', lasting: false },
  ],
  schema: {
    type: 'object',
    properties: { verdict: { enum: ['PASS', 'FAIL'] } },
    required: ['verdict'],
    additionalProperties: false,
  },
};

export const ANSWER = '{"verdict":"PASS"}';
export const answer: ScriptedTurn = { text: ANSWER };

/** Accepts only this answer. */
export const readAnswer = (text: string): ReadReply<unknown> =>
  text === ANSWER
    ? { ok: true, value: text }
    : { ok: false, obstacle: 'unparseable', detail: `expected ${ANSWER}, found something else` };
