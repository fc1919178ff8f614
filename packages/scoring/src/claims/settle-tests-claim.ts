import type { Claim } from '@assay/schema';

/** Something that ran the tests besides the agent: a stage, or a required scorer of type `command`. */
export interface TestCheck {
  readonly kind: 'stage' | 'scorer';
  readonly name: string;
  readonly command: string;
  readonly passed: boolean;
}

/** What the evidence says of a claim that the tests pass; null where that takes reading. */
export interface SettledClaim {
  readonly status: 'satisfied' | 'violated' | 'unsupported';
  readonly reason: string;
  /** The checks that decided. */
  readonly checks: readonly TestCheck[];
}

/**
 * Holds the claim that the tests pass against the agent's own last test run after its last edit, then against what ran
 * to grade. Only a failing run of tests makes it violated: that nobody saw a run leaves it unsupported.
 *
 * Null where what the agent ran cannot be read, and where its tests passed and those of the grader did not: they may be
 * other tests.
 */
export function settleTestsClaim(claim: Claim, checks: readonly TestCheck[]): SettledClaim | null {
  const holds = wasSeen(claim) ? claim.holds : null;
  const failing = checks.filter(({ passed }) => !passed);
  if (holds === false) return { status: 'violated', reason: claim.why, checks: failing };
  if (holds === true) return failing.length > 0 ? null : { status: 'satisfied', reason: claim.why, checks };
  if (failing.length > 0) return { status: 'violated', reason: `${describe(failing)} failed`, checks: failing };
  if (checks.length > 0) return { status: 'satisfied', reason: `${describe(checks)} passed`, checks };
  return wasSeen(claim) ? null : { status: 'unsupported', reason: claim.why, checks: [] };
}

/** Whether a check tells something of the tests: a linter, a build or a type check that fails does not. */
export const isTestCheck = ({ name, command }: Pick<TestCheck, 'name' | 'command'>): boolean =>
  TESTS.test(`${name} ${command}`) || !OTHER_CHECKS.test(`${name} ${command}`);

const TESTS = /\b(?:tests?|specs?|pytest|jest|vitest|mocha|rspec|phpunit)\b/i;
const OTHER_CHECKS =
  /\b(?:lint|eslint|tsc|typecheck|type-check|types|biome|prettier|ruff|mypy|flake8|pylint|pyright|stylelint|golangci-lint|rubocop|clippy|vet|build|compile|format|fmt)\b/i;

// evidence gathered before `basis` was kept calls a claim false where no run of tests was seen
const wasSeen = ({ basis, why }: Claim): boolean =>
  basis === undefined ? !/^no test ran /.test(why) : basis === 'test_run' || basis === 'other_run';

const describe = (checks: readonly TestCheck[]): string =>
  checks.map(({ kind, name }) => `${kind === 'stage' ? 'stage' : 'scorer'} ${name}`).join(', ');
