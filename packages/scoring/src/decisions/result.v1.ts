import {
  type Finding,
  type IntegrityFinding,
  type Result,
  ResultDecision,
  ResultInput,
  type ResultReason,
} from '@assay/schema';
import { defineFormula, type Unstamped } from '../formula.ts';

/**
 * The first word about a run. The first row that holds decides.
 *
 *   error      the run failed on any side but the agent's, or a required check could not be made
 *   tampered   a required integrity check failed; or, where integrity gates, a certain integrity finding
 *   failed     the agent crashed or ran into a limit; a stage failed for good; a required check failed; the judge says FAIL
 *   unchecked  no required check passed, no stage was run and no judge gave a verdict: nothing could have said no
 *   passed     otherwise
 *
 *   review   = integrity findings that did not decide, while the run passed
 *
 * Frozen.
 */
export const resultV1 = defineFormula({
  id: 'result',
  version: '1',
  title: 'Result of a run',
  description: 'The first word about a run, with the check, stage, limit or line that decided.',
  input: ResultInput,
  output: ResultDecision,
  example: {
    failure: null,
    results: [
      { name: 'tests pass', family: 'outcome', verdict: 'PASS', required: true },
      {
        name: 'tests untouched',
        family: 'integrity',
        verdict: 'FAIL',
        required: true,
        reason: '1 of 1 listed paths were touched',
        findings: [{ path: 'test/invoice.test.ts', message: 'was deleted' }],
      },
    ],
    integrity: { mode: 'gate', findings: [] },
    stages: [{ name: 'test', attempts: 1, passed: true }],
  },
  compute(input): Unstamped<ResultDecision> {
    for (const rule of RULES) {
      const result_reason = rule.find(input);
      if (result_reason !== null) return { result: rule.result, result_reason, review: 0 };
    }
    const review = input.integrity.findings.length;
    return { result: 'passed', result_reason: { message: describePassed(input, review) }, review };
  },
});

interface Rule {
  readonly result: Exclude<Result, 'passed'>;
  /** What decides it; null when nothing does. */
  find(input: ResultInput): ResultReason | null;
}

const RULES: readonly Rule[] = [
  { result: 'error', find: findError },
  { result: 'tampered', find: findTampering },
  { result: 'failed', find: findFailure },
  { result: 'unchecked', find: findNothingChecked },
];

function findError({ failure, results }: ResultInput): ResultReason | null {
  if (failure != null && failure.side !== 'agent')
    return { message: `${SIDES[failure.side]}: ${failure.message}`, failure: failure.class };
  const broken = results.find(({ required, verdict }) => required && verdict === 'ERROR');
  return broken === undefined
    ? null
    : { message: `The check "${broken.name}" could not be made: ${broken.reason}`, check: broken.name };
}

const SIDES = {
  environment: 'The environment failed, not the agent',
  harness: 'The harness failed, not the agent',
  judge: 'The judge failed, not the agent',
  task: 'The task is broken, not the agent',
} as const;

function findTampering({ results, integrity: { mode, findings } }: ResultInput): ResultReason | null {
  const failed = results.filter(
    ({ required, family, verdict }) => required && family === 'integrity' && verdict === 'FAIL',
  );
  const certain = findings.filter((finding) => finding.certain === true);
  const decided = [
    ...failed.flatMap(({ name, findings: own }) => own.map((finding) => ({ ...finding, check: name }))),
    ...(mode === 'gate' || failed.length > 0 ? certain : []),
  ];
  // a line tells a person more than a file
  const shown = decided.find(({ line }) => line !== undefined) ?? decided[0];
  if (shown !== undefined) return describeTampering(shown);
  const [first] = failed;
  return first === undefined ? null : { message: `"${first.name}" failed: ${first.reason}`, check: first.name };
}

function describeTampering(finding: (Finding & { check?: string }) | IntegrityFinding): ResultReason {
  const { path, line, message } = finding;
  const check = finding.check ?? ('type' in finding ? finding.type : undefined);
  return {
    message: `${path}${line === undefined ? '' : `:${line}`}: ${message}`,
    ...(check !== undefined && { check }),
    path,
    ...(line !== undefined && { line }),
  };
}

function findFailure({ failure, stages, results, judge }: ResultInput): ResultReason | null {
  const open = stages.find(({ passed }) => !passed);
  if (failure != null && !(failure.class === 'stage_failed' && open !== undefined))
    return { message: `The agent failed: ${failure.message}`, failure: failure.class };
  if (open !== undefined)
    return {
      message: `Stage "${open.name}" still fails after ${open.attempts} ${open.attempts === 1 ? 'attempt' : 'attempts'}`,
      stage: open.name,
    };
  const failed = results.find(({ required, verdict }) => required && verdict === 'FAIL');
  if (failed !== undefined) {
    const [finding] = failed.findings;
    return {
      message: `"${failed.name}" failed: ${failed.reason}`,
      check: failed.name,
      ...(finding !== undefined && { path: finding.path, ...(finding.line !== undefined && { line: finding.line }) }),
    };
  }
  return judge === 'FAIL' ? { message: 'The judge says FAIL', check: 'judge' } : null;
}

function findNothingChecked({ results, stages, judge }: ResultInput): ResultReason | null {
  const checked = results.some(({ required, verdict }) => required && verdict === 'PASS');
  if (checked || stages.length > 0 || judge != null) return null;
  return {
    message:
      'Nothing was checked: no required check applied, no stage was run and no judge gave a verdict. ' +
      'Add a required scorer or a stage to the scenario.',
  };
}

function describePassed({ results, stages, judge }: ResultInput, review: number): string {
  const checks = results.filter(({ required, verdict }) => required && verdict === 'PASS').length;
  const parts = [
    ...(checks > 0 ? [countOf(checks, 'required check')] : []),
    ...(stages.length > 0 ? [countOf(stages.length, 'stage')] : []),
    ...(judge === 'PASS' ? ['the judge'] : []),
  ];
  const last = parts.pop() as string;
  const said = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `${said} passed${review === 0 ? '' : `; ${countOf(review, 'integrity finding')} to review`}`;
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
