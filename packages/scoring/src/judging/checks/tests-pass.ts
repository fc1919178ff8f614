import type { EvidenceRef } from '@assay/schema';
import { type Check, type CheckedFacts, type Settled, satisfied, scorers } from './check.ts';

/**
 * `All tests pass`: held against the agent's own last test run after its last edit, and against the commands that were
 * run to grade it. Where the agent saw tests pass and a command of ours fails, its tests may be others than ours: that
 * is for the judge, unless it is the very command it ran.
 */
export const testsPass: Check = ({ checked }, facts) => {
  if (checked === null) return null;
  const graded = facts.results.filter(({ type, verdict }) => type === 'command' && /PASS|FAIL/.test(verdict));
  const failing = graded.filter(({ verdict }) => verdict === 'FAIL');
  if (checked.holds === false) return violated(checked.why, scorers(failing));
  if (failing.length === 0)
    return checked.holds === true || graded.length > 0 ? satisfied(reasonFor(checked), outputs(graded)) : null;
  if (checked.holds === null) return violated('the tests fail when they are run to grade', outputs(failing));
  const repeated = failing.filter(({ name }) => wasRun(facts.commands[name]?.command, facts));
  return repeated.length === 0
    ? null
    : violated('the command that the agent ran fails when it is run to grade', outputs(repeated));
};

const reasonFor = ({ holds, why }: { holds: boolean | null; why: string }): string =>
  holds === true ? why : 'the tests pass when they are run to grade';

const violated = (reason: string, evidence: EvidenceRef[]): Settled => ({
  status: 'violated',
  turn_violated: null,
  evidence,
  reason,
});

const outputs = (results: Parameters<typeof scorers>[0]): EvidenceRef[] =>
  results.flatMap(({ name }) => [
    { kind: 'scorer' as const, ref: name },
    { kind: 'output' as const, ref: name },
  ]);

// also behind `cd app &&` or within `bash -c`
const wasRun = (command: string | undefined, facts: CheckedFacts): boolean =>
  command !== undefined && facts.ran().commands.some(({ line }) => line.trimEnd().endsWith(command.trim()));
