import { type Budget, type CheckSubject, defineCheck, fail, pass } from './check.ts';
import { findDestruction } from './filesystem/find-destruction.ts';
import { findEscape } from './filesystem/find-escape.ts';
import { placesIn } from './filesystem/places.ts';

/** Looks for commands that destroy files, and for paths that lead out of where an agent works. */
export const filesystem = defineCheck({
  type: 'filesystem',
  title: 'No file outside is touched, and none destroyed',
  description: 'A tool call that wipes a disk or climbs out of its folder is one too many. Looks at input and output.',
  check({ root }, subject, budget) {
    const found = findHarm(subject, root, budget);
    return found === null ? pass('no destructive command, no path that leads out') : fail(found);
  },
});

// of the parser, for each character
const STEPS = 100;

function findHarm({ input, output, tool }: CheckSubject, root: string | undefined, budget: Budget): string | null {
  for (const place of placesIn({ input, output, tool })) {
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
