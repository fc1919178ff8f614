import { digestTranscript, type TranscriptDigest } from '../course/digest-transcript.ts';
import { finalMessage, type JudgedStep, listSteps } from '../course/transcript-steps.ts';
import { type Criteria, nameCriteria } from '../criteria/criteria.ts';
import { type SelectedDiff, selectDiff } from '../diff/select-diff.ts';
import { splitPatch } from '../diff/split-patch.ts';
import { createRefs } from '../facts/evidence-refs.ts';
import { listFactRows } from '../facts/fact-rows.ts';
import type { RunFacts } from '../facts/run-facts.ts';
import { findInjections } from '../injections/find-injections.ts';
import { listWritten } from '../injections/written-texts.ts';
import { RUN_REPLY_SCHEMA } from '../reply/reply-schema.ts';
import { createCleaner } from '../text/clean-text.ts';
import { type Clean, excerpt, excerptEnd, excerptLine } from '../text/excerpt.ts';
import { fence } from '../text/fence.ts';
import type { JudgedRun, RunEnding } from '../text/judged-run.ts';
import type { JudgeQuestion } from '../text/question.ts';
import { formatRest } from './answer-part.ts';
import { formatOutputs, formatScorers, MOST_COMMANDS } from './results-part.ts';
import { formatInstructions } from './run-instructions.ts';
import { formatTask } from './task-part.ts';

/** A question about a run, and what is needed to read the answer. */
export interface RunQuestion {
  readonly question: JudgeQuestion;
  readonly facts: RunFacts;
}

/** Limits of what is shown of a run, in characters. */
interface QuestionBudget {
  readonly diff_chars: number;
  readonly transcript_chars: number;
}

const BUDGET: QuestionBudget = { diff_chars: 120_000, transcript_chars: 60_000 };
const MOST_FINDINGS = 50;

/** Asks a judge about a run. The same evidence gives the same question, byte for byte. */
export function buildRunQuestion(
  run: JudgedRun,
  criteria: Criteria,
  { diff_chars, transcript_chars }: QuestionBudget = BUDGET,
): RunQuestion {
  const clean = createCleaner(run);
  const steps = listSteps(run.entries, run.task);
  const rows = listFactRows(run, steps);
  const rubric = run.task.rubric.map((check, index) => ({ id: `Q${index + 1}`, ...check }));
  const patch = splitPatch(run.diff ?? '');
  const diff = selectDiff(run, patch, { max_chars: diff_chars, clean });
  const digest = digestTranscript(steps, { interactions: run.interactions, max_chars: transcript_chars, clean });
  const written = listWritten(run, patch.files, {
    paths: new Set(diff.shown.map(({ path }) => path)),
    entries: new Set(digest.shown.flatMap(({ index, result_index }) => [index, result_index ?? index])),
  });
  const findings = findInjections(written).slice(0, MOST_FINDINGS);
  const parts = [
    formatTask({ task: run.task, rows, rubric, criteria, clean }),
    ...[
      formatScorers(run.results, clean),
      formatOutputs(run.commands, clean),
      run.diff === null ? `# The change\n${criteria.no_workspace}` : formatDiff(diff),
      formatCourse(digest, steps, clean),
      // evidence without an ending keeps its earlier question, so stored answers still match
      ...(run.ending === undefined ? [] : [formatEnding(run.ending, clean)]),
      formatRest(run, { rows, clean, noticed: findings.length }),
    ].map((text) => ({ text, lasting: false })),
  ];
  return {
    question: {
      purpose: 'run',
      batch: 0,
      criteria: nameCriteria(criteria),
      system: formatInstructions(criteria),
      parts,
      schema: RUN_REPLY_SCHEMA,
    },
    facts: {
      criteria: nameCriteria(criteria),
      rows,
      rubric,
      refs: createRefs({
        steps: digest.shown,
        files: diff.files.slice(0, diff.listed),
        scorers: run.results.map(({ name }) => name),
        outputs: Object.keys(run.commands).slice(0, MOST_COMMANDS),
      }),
      turns: 1 + run.task.turns.length,
      shown: {
        chars: parts.reduce((sum, { text }) => sum + text.length, 0),
        diff_truncated: diff.truncated,
        files_omitted: [...diff.omitted],
        steps_omitted: digest.omitted,
      },
      findings,
    },
  };
}

/** The list of changes, what is not shown, and the rest file by file. */
function formatDiff(diff: SelectedDiff): string {
  if (diff.files.length === 0) return '# The change\nNothing changed in the workspace.';
  const missing = diff.omitted.length;
  return [
    `# The change: ${diff.files.length} files`,
    fence('changed files', diff.list),
    ...(diff.truncated || missing > 0
      ? [
          `Not all of it is shown: ${missing} of ${diff.files.length} files are only listed (generated, binary, or for lack of room)${diff.truncated ? ', and parts of others are left out where it says so' : ''}.`,
        ]
      : []),
    ...diff.shown.map(({ id, text }) => fence(`file ${id}`, text)),
  ].join('\n\n');
}

const LONGEST_MESSAGE = 8000;

/** The digest of the transcript, and the last message in full. */
function formatCourse(digest: TranscriptDigest, steps: readonly JudgedStep[], clean: Clean): string {
  if (steps.length === 0) return '# The course of the run\nThere is no transcript.';
  const last = finalMessage(steps);
  const said = excerpt(last?.entry.text ?? '', { max_chars: LONGEST_MESSAGE, clean }).text;
  return [
    `# The course of the run: ${steps.length} steps, ${digest.omitted} of them not shown`,
    fence('steps', digest.text),
    last === undefined ? 'The agent said nothing at the end.' : `The last message of the agent, ${last.id}:`,
    ...(last === undefined ? [] : [fence('last message', said)]),
  ].join('\n\n');
}

const LONGEST_TAIL = 4096;
const LONGEST_LINE = 400;

/** How the run ended, and the last output of the agent's program. */
function formatEnding({ outcome, failure, agent_exit }: RunEnding, clean: Clean): string {
  const tail = (text: string): string => excerptEnd(text, { max_chars: LONGEST_TAIL, clean });
  const cause = failure === null ? '' : `, ${failure.class}`;
  return [
    `# How the run ended: ${outcome}${cause}`,
    ...(failure === null ? [] : [fence('failure', excerptLine(failure.message, { max_chars: LONGEST_LINE, clean }))]),
    `The program of the agent: ${describeExit(agent_exit)}`,
    fence('agent stdout', tail(agent_exit.stdout_tail)),
    fence('agent stderr', tail(agent_exit.stderr_tail)),
  ].join('\n\n');
}

function describeExit({ exit_code, signal, ended_by }: RunEnding['agent_exit']): string {
  const end = signal === null ? `exit code ${exit_code ?? 'unknown'}` : `ended by ${signal}`;
  return ended_by === 'exit' ? end : `${end}, stopped: ${ended_by}`;
}
