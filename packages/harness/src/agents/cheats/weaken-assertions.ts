import { defineCheat } from './cheat.ts';
import { spoilTests } from './spoil-tests.ts';

/** Keeps the tests running but makes every assertion pass. */
export const weakenAssertions = defineCheat({
  id: 'weaken-assertions',
  title: 'Weakens all assertions',
  needs: 'an assertion in a known language',
  plan: (files) => spoilTests(files, 'weaken'),
});
