import type { ModelRequest, ScriptedTurn } from '../scripted-model/scripts.ts';
import { type ScriptedModel, startScriptedModel } from '../scripted-model/server.ts';

/** The opinion of the judge about a run. */
interface Opinion {
  readonly verdict?: 'PASS' | 'FAIL';
  readonly failure_mode?: string;
  readonly grade?: number;
}

export interface ThoroughJudgeOptions {
  /** The same for every run, or a function of the number of runs judged before and the question. */
  readonly opinion?: Opinion | ((number: number, instruction: string) => Opinion);
  /** Reply instead of the answer to a question about interactions; undefined: answer it. */
  readonly instead?: (asked: ModelRequest) => ScriptedTurn | undefined;
}

/** A model service that answers every open row, check and step of each question. */
export function startThoroughJudge({ opinion = {}, instead }: ThoroughJudgeOptions = {}): Promise<ScriptedModel> {
  let runs = 0;
  return startScriptedModel({
    scripts: [],
    decide: (asked) => {
      if (/^Open rows|^Rubric checks/m.test(asked.instruction) || !asked.instruction.includes('# The steps to judge'))
        return answerRun(asked, typeof opinion === 'function' ? opinion(runs++, asked.instruction) : opinion);
      return instead?.(asked) ?? answerSteps(asked);
    },
  });
}

function answerRun(
  { instruction }: ModelRequest,
  { verdict = 'PASS', failure_mode, grade = 8 }: Opinion,
): ScriptedTurn {
  const open = listed(instruction, /^Open rows, to be answered in fact_checks: (.*)\.$/m);
  const checks = listed(instruction, /^Rubric checks to be graded: (.*)\.$/m);
  const [, step = 'e1'] = /^(e\d+) turn/m.exec(instruction) ?? [];
  return {
    text: JSON.stringify({
      fact_checks: open.map((id) => ({
        id,
        evidence: [step],
        reason: 'seen there',
        status: 'satisfied',
        turn_violated: null,
      })),
      rubric: checks.map((id) => ({ id, reason: 'as asked', grade })),
      reasoning: 'It did what was asked.',
      task_completion: 5,
      instruction_adherence: 4,
      efficiency: 3,
      verdict,
      failure_mode: verdict === 'PASS' ? null : (failure_mode ?? 'incomplete'),
      secondary_failure_modes: [],
      fault_side: verdict === 'PASS' ? null : 'model',
    }),
  };
}

function answerSteps({ instruction }: ModelRequest): ScriptedTurn {
  const labels = [...instruction.matchAll(/^## (i\d+):/gm)].map(([, label]) => label);
  return {
    text: JSON.stringify({
      interactions: labels.map((id) => ({ id, success: 1, weight: 0.9, relevance: 0.8, necessity: 0.5 })),
    }),
  };
}

const listed = (text: string, pattern: RegExp): string[] => pattern.exec(text)?.[1]?.split(', ') ?? [];
