import { AssayError } from '@assay/schema';
import { changeFiles } from '../edits/change-files.ts';
import { defineManner } from './manner.ts';

const COMMIT =
  'git add --all && git -c user.name=agent -c user.email=agent@localhost commit --quiet --no-verify --message change';

/** Commits unfinished work first, and the solution after it. */
export const twoCommits = defineManner({
  id: 'two-commits',
  title: 'Commits the change in two steps',
  async act({ workspace, run }, solve) {
    const commit = async (): Promise<void> => {
      if ((await run(COMMIT)) !== 0) throw new AssayError('internal', 'the change could not be committed');
    };
    const paths = await solve();
    const finished = await changeFiles(workspace, paths, (_, text) => `${text}\n`);
    await commit();
    await changeFiles(workspace, paths, (path) => finished.get(path));
    await commit();
  },
});
