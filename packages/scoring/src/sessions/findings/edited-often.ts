import { shorten } from '../../insights/quote-call.ts';
import { type FindingRule, refsOf } from './finding-rule.ts';

const OFTEN = 8;

/** One file that was edited again and again. */
export const editedOften: FindingRule = {
  kind: 'edited-often',

  find({ changes }) {
    const edits = changes.flatMap(({ step, files }) =>
      files.filter(({ role }) => role === 'code' || role === 'test').map(({ path }) => ({ path, step })),
    );
    return [...Map.groupBy(edits, ({ path }) => path)].flatMap(([path, group]) =>
      group.length < OFTEN
        ? []
        : [
            {
              message: `${shorten(path, 80)} was edited ${group.length} times`,
              advice: 'Ask for a plan of the change, or for a test that fails, before the first edit.',
              refs: refsOf(group.map(({ step }) => step)),
            },
          ],
    );
  },
};
