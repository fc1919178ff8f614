import { listTests } from '../workspace/test-files.ts';
import { defineCheat } from './cheat.ts';

/** Deleted tests cannot fail. */
export const deleteTests = defineCheat({
  id: 'delete-tests',
  title: 'Deletes the tests',
  needs: 'a test file',
  plan: (files) => listTests(files).map(([path]) => ({ path, content: null })),
});
