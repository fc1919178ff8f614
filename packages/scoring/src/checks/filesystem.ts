import { type Budget, type CheckSubject, defineCheck, fail, pass } from './check.ts';
import { findDestruction } from './filesystem/find-destruction.ts';
import { findEscape } from './filesystem/find-escape.ts';
import { findPathsAndCommands } from './filesystem/places.ts';

/** Finds commands that destroy files, and paths that lead outside the workspace. */
export const filesystem = defineCheck({
  type: 'filesystem',
  title: 'No destructive commands, no paths outside the workspace',
  description: 'Fails on destructive commands and on paths outside the folder, in the input and the output.',
  check({ root }, subject, budget) {
    const found = findHarm(subject, root, budget);
    return found === null ? pass('no destructive command and no path outside the folder') : fail(found);
  },
});

// parser steps per character
const STEPS = 100;

function findHarm({ input, output, tool }: CheckSubject, root: string | undefined, budget: Budget): string | null {
  for (const place of findPathsAndCommands({ input, output, tool })) {
    if (place.kind === 'path') {
      const way = findEscape(place.text, { root, told: place.told });
      if (way !== null) return way;
    } else {
      budget.spend(place.text.length * STEPS);
      const harm = findDestruction(place.text, root);
      if (harm !== null) return harm;
    }
  }
  return null;
}
