import type { FactCheck } from '@assay/schema';
import { isTestCheck, type TestCheck } from '../../claims/check-tests-claim.ts';
import { parseArgv, parseShell } from '../../interactions/shell.ts';
import { isGate } from '../../scorers/is-gate.ts';
import { redactText } from '../../secrets/redact.ts';
import type { CheckedFacts, RanCommand, SettledStatement, Statement } from '../checks/check.ts';
import { CHECKS } from '../checks/index.ts';
import { finalMessage, type JudgedStep } from '../course/transcript-steps.ts';
import { type JudgedRun, listTurns } from '../text/judged-run.ts';
import { neutralize } from '../text/neutralize.ts';
import { findFinalClaims } from './final-claims.ts';
import { findRequirements } from './requirements.ts';
import { sameSentence } from './sentences.ts';

/** A row of the fact-check matrix before judging: settled by Assay, or open. */
export interface FactRow extends Pick<FactCheck, 'id' | 'source' | 'statement' | 'turn_first'> {
  readonly settled: SettledStatement | null;
}

/** Constraints, requirements and claims of a run, with everything that Assay can determine without a judge. */
export function listFactRows(run: JudgedRun, steps: readonly JudgedStep[]): FactRow[] {
  const facts = createFacts(run, steps);
  const row = (id: string, statement: Statement, turn_first: number | null): FactRow => ({
    id,
    source: statement.source,
    // it is shown to people too
    statement: redactText(neutralize(statement.text)).text,
    turn_first,
    settled: settle(statement, {
      ...facts,
      changed_paths: changedWhile(run, { source: statement.source, turn_first }),
    }),
  });
  const { tracked_constraints } = run.task;
  const turns = listTurns(run.task);
  const spoken = turns.map(sameSentence);
  const last = finalMessage(steps);
  return [
    ...tracked_constraints.map((text, index) => {
      const turn = spoken.findIndex((told) => told.includes(sameSentence(text)));
      return row(`C${index + 1}`, { text, source: 'constraint', checked: null }, turn < 0 ? null : turn + 1);
    }),
    ...findRequirements(turns, tracked_constraints).map(({ statement, turn_first }, index) =>
      row(`R${index + 1}`, { text: statement, source: 'requirement', checked: null }, turn_first),
    ),
    ...findFinalClaims(last?.entry.text ?? '', run.claims ?? []).map(({ statement, checked }, index) =>
      row(`K${index + 1}`, { text: statement, source: 'claim', checked }, last?.turn ?? null),
    ),
  ];
}

/**
 * The changes while a statement applied; null when unknown. In a session of several turns, a later turn may ask for
 * what an earlier one ruled out, and the last message may describe the last turn only. Only tracked constraints apply
 * from their turn to the end.
 */
function changedWhile(
  { diff, changed_paths, task, turn_paths }: JudgedRun,
  { source, turn_first }: Pick<FactRow, 'source' | 'turn_first'>,
): JudgedRun['changed_paths'] | null {
  if (diff === null) return null;
  const last = 1 + task.turns.length;
  const from = source === 'constraint' ? (turn_first ?? 1) : last;
  if (from === 1) return changed_paths;
  if (source === 'requirement' || turn_paths === undefined) return null;
  const changed = new Set(turn_paths.slice(from - 1).flat());
  return changed_paths.filter(({ path }) => changed.has(path));
}

function settle(statement: Statement, facts: CheckedFacts): SettledStatement | null {
  for (const check of CHECKS) {
    const settled = check(statement, facts);
    if (settled !== null) return settled;
  }
  return null;
}

function createFacts(run: JudgedRun, steps: readonly JudgedStep[]): Omit<CheckedFacts, 'changed_paths'> {
  let ran: ReturnType<CheckedFacts['ran']> | undefined;
  return {
    test_paths: new Set(run.test_paths),
    results: run.results,
    test_checks: listTestChecks(run),
    tests_claim: run.claims?.[0] ?? null,
    ran: () => {
      ran ??= listCommands(steps);
      return ran;
    },
    turnOf: (paths) => {
      const wanted = new Set(paths);
      const turn = run.turn_paths?.findIndex((changed) => changed.some((path) => wanted.has(path))) ?? -1;
      if (turn >= 0) return turn + 1;
      return run.task.turns.length === 0 ? 1 : null;
    },
  };
}

function listTestChecks({ results, commands, stages = [] }: JudgedRun): TestCheck[] {
  const required = results.filter((result) => result.type === 'command' && isGate(result));
  return [
    ...stages.map(({ name, command, passed }) => ({ kind: 'stage' as const, name, command, passed })),
    ...required.flatMap(({ name, verdict }) =>
      verdict === 'PASS' || verdict === 'FAIL'
        ? [{ kind: 'scorer' as const, name, command: commands[name]?.command ?? '', passed: verdict === 'PASS' }]
        : [],
    ),
  ].filter(isTestCheck);
}

function listCommands(steps: readonly JudgedStep[]): ReturnType<CheckedFacts['ran']> {
  const calls = steps.filter(({ entry }) => entry.type === 'tool_use');
  return {
    commands: calls.flatMap(({ command, argv, entry_id }): RanCommand[] => {
      if (command === null) return [];
      const found = argv === null ? parseShell(command) : parseArgv(argv);
      return found.map((each) => ({ ...each, entry_id, line: command }));
    }),
    // an agent without recorded calls may have run anything
    all_seen:
      calls.length > 0 && !calls.some(({ command, role }) => command === null && (role === 'run' || role === 'change')),
  };
}
