import type { Check } from './check.ts';
import { forbiddenPaths, onlyPaths } from './named-paths.ts';
import { ranCommand } from './ran-command.ts';
import { sameDependencies } from './same-dependencies.ts';
import { testsPass } from './tests-pass.ts';
import { untouchedTests } from './untouched-tests.ts';

/** Everything that Assay can check without a judge; the first check that recognizes a statement settles it. */
export const CHECKS: readonly Check[] = [
  testsPass,
  untouchedTests,
  onlyPaths,
  forbiddenPaths,
  sameDependencies,
  ranCommand,
];
