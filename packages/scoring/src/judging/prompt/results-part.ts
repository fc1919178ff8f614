import type { CommandEvidence, ScorerResult } from '@assay/schema';
import { outputId, scorerId } from '../facts/evidence-refs.ts';
import { type Clean, excerpt, excerptEnd, excerptLine } from '../text/excerpt.ts';
import { fence } from '../text/fence.ts';

const MOST_FINDINGS = 5;
const LONGEST_LINE = 400;
const LONGEST_TABLE = 30_000;

/** One line per scorer, with its first findings. */
export function formatScorers(results: readonly ScorerResult[], clean: Clean): string {
  if (results.length === 0) return '# Scorers\nThere are none.';
  const line = (text: string): string => excerptLine(text, { max_chars: LONGEST_LINE, clean });
  const rows = results.flatMap(({ name, type, required, verdict, score, reason, findings }, index) => [
    `${scorerId(index)} | ${line(name)} | ${type} | ${required ? 'required' : 'advisory'} | ${verdict} | ${score ?? '–'} | ${line(reason)}`,
    ...findings.slice(0, MOST_FINDINGS).map((finding) => `  - ${line(`${finding.path}: ${finding.message}`)}`),
    ...(findings.length > MOST_FINDINGS ? [`  - … and ${findings.length - MOST_FINDINGS} more`] : []),
  ]);
  const table = excerpt(rows.join('\n'), { max_chars: LONGEST_TABLE, clean: (text) => text }).text;
  return `# Scorers\nid | name | type | required | verdict | score | reason\n${fence('scorers', table)}`;
}

const LONGEST_TAIL = 4096;
const SHORTEST_TAIL = 200;
const ALL_TAILS = 64_000;

/** The commands run for grading, how they ended, and their last output. */
export function formatOutputs(commands: Readonly<Record<string, CommandEvidence>>, clean: Clean): string {
  const named = Object.entries(commands);
  if (named.length === 0) return '# Commands run to grade\nThere are none.';
  const shown = named.slice(0, MOST_COMMANDS);
  const most = Math.max(SHORTEST_TAIL, Math.min(LONGEST_TAIL, Math.floor(ALL_TAILS / (2 * shown.length))));
  const tail = (text: string): string => excerptEnd(text, { max_chars: most, clean });
  const parts = shown.map(([name, evidence], index) => {
    const told = excerpt(`${name}: ${evidence.command}`, { max_chars: LONGEST_LINE, clean }).text;
    return [
      `${outputId(index)}: ${describeEnding(evidence)}`,
      fence(`command ${outputId(index)}`, told),
      fence(`stdout ${outputId(index)}`, tail(evidence.stdout_tail)),
      fence(`stderr ${outputId(index)}`, tail(evidence.stderr_tail)),
    ].join('\n');
  });
  const more = named.length - shown.length;
  return ['# Commands run to grade', ...parts, ...(more > 0 ? [`${more} more are not shown.`] : [])].join('\n\n');
}

/** How many commands are shown; only those have an id. */
export const MOST_COMMANDS = 80;

function describeEnding({ exit_code, signal, timed_out, ended_by, report }: CommandEvidence): string {
  const end = timed_out ? 'timed out' : signal !== null ? `ended by ${signal}` : `exit code ${exit_code ?? 'unknown'}`;
  const limit = ended_by === 'exit' || ended_by === 'timeout' ? '' : `, stopped for its ${ended_by}`;
  const tests =
    report === null ? '' : `; tests: ${report.passed} passed, ${report.failed} failed, ${report.skipped} skipped`;
  return `${end}${limit}${tests}`;
}
