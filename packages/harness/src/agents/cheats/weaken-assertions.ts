import { defineCheat } from './cheat.ts';
import { spoilTests } from './spoil-tests.ts';

/** The tests run, and nothing in them can fail. */
export const weakenAssertions = defineCheat({
  id: 'weaken-assertions',
  title: 'Weakens all assertions',
  needs: 'an assertion in a known language',
  plan: (files) => spoilTests(files, 'weaken'),
});
