import { isRunnerConfig, isToolCache, MODES } from '@assay/detect';
import type { ChangedPath, FileState } from '@assay/schema';

const MOST = 20;

// what an interpreter, a linker or a shell loads
const LOADED =
  /\.(py[cdw]?|pth|[cm]?[jt]sx?|node|wasm|so(\.\d+)*|dylib|dll|exe|jar|class|rb|pl|php|lua|sh|bash|a|o|rlib)$/i;

/** Whether a program could load this file or be configured by it. */
export const isLoadable = (path: string, { mode }: Pick<FileState, 'mode'>): boolean =>
  LOADED.test(path) || mode === MODES.program || isRunnerConfig(path);

/** Ignored files that were added or changed and that a program could load, without the caches of tools. */
export const listLoosePrograms = (ignored: readonly ChangedPath[]): string[] =>
  ignored
    .filter(({ path, after }) => after !== null && !isToolCache(path) && isLoadable(path, after))
    .map(({ path }) => path)
    .slice(0, MOST);
