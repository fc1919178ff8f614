import type { FileState } from '@assay/schema';
import type { CleanTree } from './clean-tree.ts';
import { findTestFiles, writeFile } from './control-tree.ts';

interface TouchOptions {
  /** The names of the tests in the report of a command. */
  readonly tests: readonly string[];
  /** What the added comment says: different in every run. */
  readonly token: string;
  /** Whether a command takes test files from the baseline. */
  readonly restores: boolean;
}

const HASH_COMMENTS = /\.(?:py|rb)$/;
// what follows is not code
const ENDED_CODE = /^__END__$|\?>/m;

/**
 * The same checkout with a comment at the end of its test files. No test can tell, but code that knows its test files by
 * their bytes can.
 */
export async function touchTests(clean: CleanTree, options: TouchOptions): Promise<CleanTree> {
  if (options.tests.length === 0) return clean;
  const touch = async (files: ReadonlyMap<string, FileState>): Promise<Map<string, FileState>> => {
    const touched = new Map(files);
    const { store } = clean;
    for await (const { path, state, text } of findTestFiles(files, { store, wanted: options.tests }))
      if (!ENDED_CODE.test(text)) touched.set(path, writeFile(addComment(path, text, options.token), { state, store }));
    return touched;
  };
  const { baseline } = clean;
  return {
    ...clean,
    files: await touch(clean.files),
    baseline: options.restores ? { ...baseline, files: await touch(baseline.files) } : baseline,
  };
}

const addComment = (path: string, text: string, token: string): string =>
  `${text.replace(/\n?$/, '\n')}${HASH_COMMENTS.test(path) ? '#' : '//'} ${token}\n`;
