import { getOwn } from '../get-own.ts';
import { defineScorer, fail, pass } from '../scorer.ts';

/** Asks for a file or folder to be there once the run is over. */
export const fileExists = defineScorer({
  type: 'file_exists',
  title: 'The file is there',
  description: 'What the task asks to be made has been made, where it was asked for.',
  family: 'outcome',
  required_by_default: true,
  may_gate: true,
  requires: ['watched_paths', 'final_tree'],

  watches: ({ path }) => [path],

  score({ watched_paths }, { path }) {
    const { after } = getOwn(watched_paths, { what: 'the path', name: path });
    if (after === null) return fail(0, `${path} is not there`);
    if (after.kind !== 'link' || after.inside === true) return pass(`${path} is a ${after.kind}`);
    const message = 'is a link that does not lead to anything in the workspace';
    return fail(0, `${path} ${message}`, { findings: [{ path, message }] });
  },
});
