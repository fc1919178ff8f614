import type { Claim } from '@assay/schema';

/** A check other than the agent's that ran the tests: a stage, or a required scorer of type `command`. */
export interface TestCheck {
  readonly kind: 'stage' | 'scorer';
  readonly name: string;
  readonly command: string;
  readonly passed: boolean;
}

/** The evidence on a claim that the tests pass. */
export interface SettledClaim {
  readonly status: 'satisfied' | 'violated' | 'unsupported';
  readonly reason: string;
  /** The checks that decided. */
  readonly checks: readonly TestCheck[];
}

/**
 * Checks the claim that the tests pass against the agent's last test run after its last edit, then against the grading
 * runs. Only a failing test run makes it violated; without any observed run it is unsupported.
 *
 * Null when the agent's run cannot be read, or when its tests passed and those of the grader failed: they may be
 * different tests.
 */
export function checkTestsClaim(claim: Claim, checks: readonly TestCheck[]): SettledClaim | null {
  const holds = wasSeen(claim) ? claim.holds : null;
  const failing = checks.filter(({ passed }) => !passed);
  if (holds === false) return { status: 'violated', reason: claim.why, checks: failing };
  if (holds === true) return failing.length > 0 ? null : { status: 'satisfied', reason: claim.why, checks };
  if (failing.length > 0) return { status: 'violated', reason: `${describe(failing)} failed`, checks: failing };
  if (checks.length > 0) return { status: 'satisfied', reason: `${describe(checks)} passed`, checks };
  return wasSeen(claim) ? null : { status: 'unsupported', reason: claim.why, checks: [] };
}

/** Whether a check runs tests: a linter, build or type check does not. */
export const isTestCheck = ({ name, command }: Pick<TestCheck, 'name' | 'command'>): boolean =>
  TESTS.test(`${name} ${command}`) || !OTHER_CHECKS.test(`${name} ${command}`);

const TESTS = /\b(?:tests?|specs?|pytest|jest|vitest|mocha|rspec|phpunit)\b/i;
const OTHER_CHECKS =
  /\b(?:lint|eslint|tsc|typecheck|type-check|types|biome|prettier|ruff|mypy|flake8|pylint|pyright|stylelint|golangci-lint|rubocop|clippy|vet|build|compile|format|fmt)\b/i;

// evidence recorded before `basis` existed calls a claim false when no test run was observed
const wasSeen = ({ basis, why }: Claim): boolean =>
  basis === undefined ? !/^no test ran /.test(why) : basis === 'test_run' || basis === 'other_run';

const describe = (checks: readonly TestCheck[]): string =>
  checks.map(({ kind, name }) => `${kind === 'stage' ? 'stage' : 'scorer'} ${name}`).join(', ');
