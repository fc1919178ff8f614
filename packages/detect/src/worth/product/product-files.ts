import { basename } from 'node:path/posix';
import { isOnlyRunnerConfig } from '../../signals/runner-config.ts';

/** Scripts that build, configure or document a project, by name. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  python: ['setup.py', 'noxfile.py', 'fabfile.py', 'dodo.py', 'hatch_build.py'],
  javascript: ['gulpfile.js', 'Gruntfile.js', 'gulpfile.mjs', 'gulpfile.ts'],
};
const NAMES = new Set(Object.values(SCRIPTS).flat());
const CONFIG = /\.(?:config|conf)\.[cm]?[jt]s$|^\.\w+rc\.[cm]?js$/;
const PLACES =
  /(?:^|\/)(?:\.\w+\/|docs?\/(?:.*\/)?conf\.py$|bench(?:es|marks?)?[/.])|^(?:(?!src\/|.*\/java\/).*\/)?examples?\/|\.bench\.[cm]?[jt]sx?$/;

/** Whether tests can be about a file: it is no script that builds, configures or documents the project. */
export const isProduct = (path: string): boolean =>
  !NAMES.has(basename(path)) && !CONFIG.test(basename(path)) && !PLACES.test(path) && !isOnlyRunnerConfig(path);
