import type { TestLoss } from '@assay/schema';
import { oneLine } from '../../inventory/facts.ts';
import { isOnlyRunnerConfig, runsAnyTest } from '../../signals/runner-config.ts';
import { listNamedTests, selectByName, withoutNameFilters } from './name-filter.ts';
import { keeps, leavesOut } from './selection.ts';
import { HIDING_SETTINGS, isNeutral, NARROWS, readSettings, type Setting } from './settings.ts';

export interface ChangedText {
  readonly before: string | null;
  readonly after: string | null;
}

/** What changes of configuration, scripts and pipelines do to the tests: judged by their effect. */
export function judgeConfiguration(
  files: ReadonlyMap<string, ChangedText>,
  { test_paths, test_texts }: Tests,
): TestLoss[] {
  const changes = [...files].map(([path, { before, after }]): ConfigurationChange => {
    const [old, now] = [readSettings(path, before), readSettings(path, after)];
    return { path, is_new: before === null, old, now, removed: surplus(old, now), added: surplus(now, old) };
  });
  const touched = changes.filter(({ removed, added }) => removed.length + added.length > 0);
  const gone = new Set(touched.flatMap(({ removed }) => wordsIn(removed)));
  const come = new Set(touched.flatMap(({ added }) => wordsIn(added)));
  // settings that moved from one file to another
  const isMoved = ({ removed, added }: ConfigurationChange): boolean =>
    touched.length > 1 &&
    wordsIn(added).every((word) => gone.has(word) || FRAME.test(word)) &&
    wordsIn(removed).every((word) => come.has(word) || FRAME.test(word));
  return touched.flatMap((change) =>
    isMoved(change)
      ? describe(change, { grade: 'note', message: 'settings of the tests moved to another file', at: change.added[0] })
      : judgeFile(change, { migrated: change.is_new && gone.size > 0, test_paths, test_texts }),
  );
}

interface Tests {
  readonly test_paths: readonly string[];
  /** The text of existing test files by path. */
  readonly test_texts: ReadonlyMap<string, string>;
}

interface ConfigurationChange {
  readonly path: string;
  readonly is_new: boolean;
  readonly old: readonly Setting[];
  readonly now: readonly Setting[];
  readonly removed: readonly Setting[];
  readonly added: readonly Setting[];
}

// what a format needs around the same settings
const FRAME =
  /^(?:\[?\[?tool[.:]\S*|\[pytest\]|\{|\}|module\.exports|export|default|jest|mocha|vitest|scripts?|name|test|=|:)\W*$/;

function describe(
  { path, added, removed }: ConfigurationChange,
  { grade, message, at }: { grade: TestLoss['grade']; message: string; at: Setting | undefined },
): TestLoss[] {
  return [
    {
      aspect: 'runs',
      grade,
      path,
      line: (at ?? added[0] ?? removed[0])?.line ?? 1,
      test: null,
      message,
      ...(removed[0] === undefined ? {} : { before: oneLine(removed[0].text) }),
      ...(at === undefined ? {} : { after: oneLine(at.text) }),
    },
  ];
}

const wordsIn = (settings: readonly Setting[]): string[] =>
  settings.flatMap(({ text }) => text.split(/[\s"',[\]{}()]+/).filter((word) => word !== ''));

interface Surroundings extends Tests {
  /** Whether the file is new and others lost settings. */
  readonly migrated: boolean;
}

function judgeFile(change: ConfigurationChange, { migrated, test_paths, test_texts }: Surroundings): TestLoss[] {
  const { path, old, now, removed, added } = change;
  const find = (pattern: RegExp, of = added): Setting | undefined => of.find(({ text }) => pattern.test(text));
  const isNew = (pattern: RegExp): boolean => find(pattern) !== undefined && find(pattern, removed) === undefined;
  const loss = (grade: TestLoss['grade'], message: string, at: Setting | undefined): TestLoss[] =>
    describe(change, { grade, message, at });
  const hiding =
    added.find(({ text }) => hidesStatus(text, { path, script: now })) ?? findNew(HIDING_SETTINGS, isNew, find);
  if (hiding !== undefined && !removed.some(({ text }) => hidesStatus(text, { path, script: old })))
    return loss('blocks', 'failing tests no longer fail the check; let their status through', hiding);
  if (now.length > 0 && find(STOPS_AT_FAILURE, removed) !== undefined && find(STOPS_AT_FAILURE) === undefined)
    return loss('blocks', 'the script goes on after failing tests; stop at the first failure', removed[0]);
  const lost = removed.filter(({ text }) => runsAny(text));
  const gained = added.filter(({ text }) => runsAny(text));
  const old_texts = old.map(({ text }) => text);
  const ran = test_paths.filter((test) => keeps(old_texts, test));
  // another setting of that name, such as of the coverage, selects no tests
  const isKept =
    removed.every(({ text }) => leavesOut(text, ran) === undefined) && now.some((at) => selectsAll(at, ran));
  const left_out = isKept ? undefined : added.find(({ text }) => leavesOut(text, ran));
  const selected = added.find(({ text }) => leavesOut(text, ran) === false);
  const named = compareFilters(change, test_texts);
  // names read from text are no proof, so a filter that selects the same tests is left for review
  const others =
    named === undefined ? findNarrowing(added, removed) : findNarrowing(stripFilters(added), stripFilters(removed));
  const found = left_out ?? (named?.fewer ? named.at : others);
  const narrowing = found !== undefined && listsAllMembers(found.text, now) ? undefined : found;
  if (narrowing !== undefined && narrowing === selected)
    return loss('note', 'the same test files are selected as before', narrowing);
  // a new command beside the old ones takes nothing away
  if (narrowing !== undefined && (lost.length > 0 || !isScript(path)))
    return loss(
      gained.length > lost.length || migrated || listsTargets(narrowing, added) ? 'review' : 'blocks',
      'fewer tests run than before; run all of them',
      narrowing,
    );
  if (old.some(({ text }) => runsAny(text)) && !now.some(({ text }) => runsAny(text)))
    return loss('review', 'the tests no longer run here; make sure that they run elsewhere', lost[0]);
  if (isNeutral(added, removed) || MEASURES.test(path))
    return loss('note', 'the tests run as before, with other settings', added[0]);
  if (
    isScript(path) &&
    lost.length === 0 &&
    (removed.length === 0 || !isTestScript(path)) &&
    find(STEERS) === undefined
  )
    return loss('note', 'the commands that run the tests are the same', added[0]);
  return loss(
    'review',
    'how the tests run has changed; make sure that the same tests still run and can fail',
    added[0],
  );
}

const selectsAll = ({ text }: Setting, test_paths: readonly string[]): boolean =>
  /\binclude\b/.test(text) && leavesOut(text, test_paths) === false;

/** Whether the members of a workspace that are built by default are all of them. */
function listsAllMembers(setting: string, now: readonly Setting[]): boolean {
  const members = now.find(({ text }) => /^members\b/.test(text));
  const names = members?.text.match(/"[^"]+"/g) ?? [];
  return /^default-members\b/.test(setting) && names.length > 0 && names.every((name) => setting.includes(name));
}

/** Whether targets are listed one by one instead of being found. */
const listsTargets = (narrowing: Setting, added: readonly Setting[]): boolean =>
  /\bautotests\b/.test(narrowing.text) && added.some(({ text }) => text === '[[test]]');

/** A filter by name in the added settings, and whether existing tests are no longer selected; undefined without one. */
function compareFilters(
  { removed, added }: ConfigurationChange,
  test_texts: ReadonlyMap<string, string>,
): { readonly at: Setting; readonly fewer: boolean } | undefined {
  if (added.every(({ text }) => withoutNameFilters(text) === text)) return undefined;
  const tests = listNamedTests(test_texts);
  const select = (settings: readonly Setting[]) =>
    settings.flatMap((at) => {
      const selected = selectByName(at.text, tests);
      return selected === undefined ? [] : [{ at, selected: new Set(selected) }];
    });
  const [old, now] = [select(removed), select(added)];
  const [first] = now;
  if (tests.length === 0 || first === undefined) return undefined;
  const before = old.length === 0 ? tests : old.flatMap(({ selected }) => [...selected]);
  return { at: first.at, fewer: before.some((test) => now.every(({ selected }) => !selected.has(test))) };
}

const stripFilters = (settings: readonly Setting[]): Setting[] =>
  settings.map((setting) => ({ ...setting, text: withoutNameFilters(setting.text) }));

/** A setting that leaves out tests in a way that none did before. */
const findNarrowing = (added: readonly Setting[], removed: readonly Setting[]): Setting | undefined =>
  added.find(({ text }) =>
    NARROWS.some((pattern) => pattern.test(text) && !removed.some((old) => pattern.test(old.text))),
  );

function findNew(
  patterns: readonly RegExp[],
  isNew: (pattern: RegExp) => boolean,
  find: (pattern: RegExp) => Setting | undefined,
): Setting | undefined {
  const pattern = patterns.find(isNew);
  return pattern === undefined ? undefined : find(pattern);
}

function surplus(own: readonly Setting[], other: readonly Setting[]): Setting[] {
  const left = Map.groupBy(other, ({ text }) => text);
  return own.filter(({ text }) => left.get(text)?.shift() === undefined);
}

// `run: npm test`, `"test": "vitest run"`, `\t-$(GO) test ./...`
const runsAny = (text: string): boolean => {
  const script = text
    .replace(/^-?\s*(?:run|script|command):\s*|^"[^"]+":\s*"|",?$|^[-@]+/g, '')
    .replace(/\$[({](\w+)[)}]/g, (_, name: string) => name.toLowerCase());
  return runsAnyTest(script) || RUNS.test(script);
};
const RUNS = new RegExp(
  [
    '\\b(?:go|cargo|npm|gradlew?|mvnw?|make)\\b.*\\btest\\b',
    '\\b(?:pytest|vitest|jest|mocha|unittest|ConsoleLauncher|JUnitCore)\\b',
    '\\bnode --test\\b',
    '\\bjava\\b.* -(?:ea|enableassertions)\\b',
  ].join('|'),
);

const isScript = (path: string): boolean =>
  !isOnlyRunnerConfig(path) &&
  /(?:^|\/)(?:[^/]+\.(?:sh|bash|mk|ya?ml)|[Mm]akefile|GNUmakefile|[Jj]ustfile|Jenkinsfile)$/.test(path);

/** Whether a command that runs tests succeeds although they fail, given the whole script. */
function hidesStatus(
  text: string,
  { path, script }: { readonly path: string; readonly script: readonly Setting[] },
): boolean {
  if (!runsAny(text)) return false;
  const all = script.map((setting) => setting.text).join('\n');
  if (/\|\s*(?:tee|cat|grep|head|tail|sed|awk|less|sort)\b/.test(text)) return !/pipefail|PIPESTATUS/.test(all);
  if (/\b(?:if|while|until)\s+!?\s*\S.*;\s*(?:then|do)\b/.test(text))
    return !/\b(?:exit|return)\s+[1-9$]|\bfalse\b/.test(all);
  // in a list of YAML, a dash is no prefix of a command
  if (/^-@?\s*\S|^@-/.test(text) && !/\.ya?ml$/.test(path)) return true;
  return /\|\|\s*(?:true|:|echo|exit 0|printf|\w+=)|;\s*(?:true|:|exit 0)\s*["']?,?$|-exec[ =]\S*true/.test(text);
}

// other than a pipeline, a script for tests has no other purpose
const isTestScript = (path: string): boolean => /\.(?:sh|bash)$/.test(path);
const STEERS = /^\s*(?:exit|trap|return|alias|function|break|continue)\b|\bPATH=|\(\)\s*\{/;

// what is measured decides about no test
const MEASURES = /(?:^|\/)\.(?:coveragerc|nycrc(?:\.json)?)$/;

const STOPS_AT_FAILURE = /\bset -[a-z]*e|\bset -o errexit|\bpipefail\b/;
