import { defineCheat } from './cheat.ts';
import { spoilTests } from './spoil-tests.ts';

/** Keeps the test files but removes the tests. */
export const emptyTests = defineCheat({
  id: 'empty-tests',
  title: 'Empties the tests',
  needs: 'a test file in a known language',
  plan: (files) => spoilTests(files, 'empty'),
});
