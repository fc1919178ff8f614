import { isAgentPath } from '../interactions/agent-paths.ts';

/** What a file is for, judged by its name alone. */
export type PathRole = 'code' | 'test' | 'scratch' | 'prose';

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|fixtures|__snapshots__)\/[^/]*(?:\/[^/]*){0,2}$/;
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*|conftest)\.py$|[._-](?:test|tests|spec|cy)\.[cm]?[jt]sx?$|_test\.(?:go|py|rb|exs|rs|cc|cpp|c)$|_spec\.rb$|(?:Test|Tests|TestCase|IT|Spec)\.(?:java|kt|cs|scala|groovy|php|swift)$|\.snap$/;
const SCRATCH_FOLDER = /^(?:\/private)?(?:\/var)?\/tmp\/|^\/dev\/|(?:^|\/)(?:scratch|scratchpad|tmp|temp)\//;
const PROSE = /\.(?:md|mdx|txt|rst|adoc|log)$|(?:^|\/)(?:license|notice|changelog|authors)$/i;
const SCRATCH_NAME =
  /(?:^|\/)(?:repro(?:duce|duction)?|debug|scratch|tmp|temp|demo|playground|try|check|verify|validate|test|final|edge|simple|quick|comprehensive|minimal|investigate|explore)[\w-]*\.(?:py|[cm]?[jt]s|sh|rb|go|c|cpp|java|php|rs|json|html)$/i;

/** Folders for a small project that shows a bug, and what programs write there. */
const TRIAL = /(?:^|\/)(?:repro(?:duce|duction)?|playground)[\w-]*(?:\/|$)/i;
const ARTIFACT = /\.(?:pickle|pkl|db|sqlite3?|hdf5|h5|np[yz]|tmp|bak|orig|pyc)$/i;

/** The role of a path. A name such as `reproduce.py` is scratch only if the agent created the file. */
export function pathRole(path: string, wasCreated: boolean): PathRole {
  if (SCRATCH_FOLDER.test(path) || (wasCreated && isScratch(path))) return 'scratch';
  if (TEST_NAME.test(path) || TEST_FOLDER.test(path)) return 'test';
  return PROSE.test(path) || isAgentPath(path) ? 'prose' : 'code';
}

const isScratch = (path: string): boolean =>
  TRIAL.test(path) || ARTIFACT.test(path) || (SCRATCH_NAME.test(path) && !TEST_FOLDER.test(path));
