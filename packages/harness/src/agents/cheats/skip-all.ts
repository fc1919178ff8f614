import { defineCheat } from './cheat.ts';
import { spoilTests } from './spoil-tests.ts';

/** Marks every test as skipped. */
export const skipAll = defineCheat({
  id: 'skip-all',
  title: 'Skips all tests',
  needs: 'a test that can be marked to be skipped',
  plan: (files) => spoilTests(files, 'skip'),
});
