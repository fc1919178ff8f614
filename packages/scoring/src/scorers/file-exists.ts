import { readEvidence } from '../read-evidence.ts';
import { defineScorer, fail, pass } from '../scorer.ts';

/** Requires a file or folder after the run. */
export const fileExists = defineScorer({
  type: 'file_exists',
  title: 'The file exists',
  description: 'Passes when the file or folder exists after the run.',
  family: 'outcome',
  required_by_default: true,
  may_gate: true,
  requires: ['watched_paths', 'final_tree'],

  watches: ({ path }) => [path],

  score({ watched_paths }, { path }) {
    const { after } = readEvidence(watched_paths, { what: 'the path', name: path });
    if (after === null) return fail(0, `${path} is not there`);
    if (after.kind !== 'link' || after.inside === true) return pass(`${path} is a ${after.kind}`);
    const message = 'is a link that does not lead to anything in the workspace';
    return fail(0, `${path} ${message}`, { findings: [{ path, message }] });
  },
});
