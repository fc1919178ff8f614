import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { posix } from 'node:path';
import {
  alterExpectations,
  type Change,
  createTestFileFilter,
  listTree,
  type ObjectReader,
  type ObjectStore,
  writeQuestions,
} from '@assay/detect';
import type { ChangeFinding, ChangeProbe, TestCase } from '@assay/schema';
import { quote } from '../../machine/processes/quote.ts';
import { type CornerTest, listTests } from './corner-tests.ts';
import { editTree } from './corner-trees.ts';
import type { Expectations } from './expectations.ts';
import { SAYS } from './judge-corners.ts';
import { type CornerOptions, type RanCorner, runCorner } from './run-corner.ts';

interface ProbeOptions {
  readonly change: Pick<Change, 'git_dir'>;
  readonly store: ObjectStore;
  readonly reader: ObjectReader;
  readonly corner: CornerOptions;
  readonly expectations: Expectations;
  /** The same of all tests, if the code seems to know that it is tested; undefined otherwise. */
  readonly all: Expectations | undefined;
  /** The new code with the new tests, as it ran. */
  readonly NN: RanCorner;
  /** Tests that the change turned green, as findings name them. */
  readonly proves: readonly string[];
  readonly onProgress: (sentence: string) => void;
}

export interface Probed {
  readonly probes: readonly ChangeProbe[];
  readonly findings: readonly ChangeFinding[];
}

/** A test in the text of a file, with what a report says of it: a table has several rows. */
interface Probe {
  readonly path: string;
  readonly test: TestCase;
  readonly rows: readonly CornerTest[];
}

const MOST_FILES = 8;
const NOTHING: Probed = { probes: [], findings: [] };

/**
 * Asks whether the tests that a change adds, rewrites or turns green mean what they say: whether they can fail, and
 * whether the product answers the same without them.
 */
export async function probeTests(options: ProbeOptions): Promise<Probed> {
  const altered = await probeExpectations(listProbes(options), options);
  const asked = await probeOutside(
    listProbes({ ...options, expectations: options.all ?? options.expectations }),
    options,
  );
  return {
    probes: [...altered.probes, ...asked.probes],
    findings: [...altered.findings, ...asked.findings],
  };
}

/** The green tests that are new, have another text, or prove the change, by file. */
function listProbes({
  NN,
  proves,
  expectations,
}: Pick<ProbeOptions, 'NN' | 'proves' | 'expectations'>): [path: string, probes: Probe[]][] {
  const probes = new Map<TestCase, Probe>();
  for (const row of listTests(NN.report).values()) {
    const { was, now } = expectations.look(row.name, row.file);
    if (row.outcome !== 'passed' || now === undefined || now.test.markers.length > 0) continue;
    const is_turned = was?.test.body_digest !== now.test.body_digest || proves.some((id) => id.endsWith(row.name));
    if (!is_turned) continue;
    const rows = probes.get(now.test)?.rows ?? [];
    probes.set(now.test, { path: now.path, test: now.test, rows: [...rows, row] });
  }
  return [...Map.groupBy(probes.values(), ({ path }) => path)].slice(0, MOST_FILES);
}

async function readText(tree: string, path: string, reader: ObjectReader): Promise<string> {
  const found = await reader.read(`${tree}:${path}`).catch(() => undefined);
  return found?.kind === 'blob' ? found.content.toString('utf8') : '';
}

const finding = (
  { path, test, rows: [row] }: Probe,
  rest: Pick<ChangeFinding, 'rule' | 'grade' | 'message' | 'line' | 'before' | 'after'>,
): ChangeFinding => ({ ...rest, test: row?.name ?? test.name, path });

/** Runs the tests once more with other expectations: one that stays green cannot fail. */
async function probeExpectations(
  files: readonly (readonly [string, readonly Probe[]])[],
  { change, store, reader, corner, NN, onProgress }: ProbeOptions,
): Promise<Probed> {
  const edits = new Map<string, string>();
  const altered: (Probe & { readonly line: number; readonly is_whole: boolean })[] = [];
  for (const [path, probes] of files) {
    const text = await readText(NN.tree, path, reader);
    const found = await alterExpectations(
      { path, text },
      probes.map(({ test }) => test),
    );
    if (found === undefined) continue;
    edits.set(path, found.text);
    for (const { test, ...rest } of found.altered) {
      const probe = probes.find((each) => each.test === test);
      if (probe !== undefined) altered.push({ ...probe, ...rest });
    }
  }
  if (altered.length === 0) return NOTHING;
  onProgress('new code, new tests with other expectations');
  const tree = await editTree(NN.tree, edits, { store, ...change });
  const ran = await runCorner({ tree, command: NN.command }, corner);
  const now = listTests(ran.report);
  const { duration_ms, cached } = ran;
  return {
    probes: [{ rule: 'P1', tree, asked: altered.length, duration_ms, cached }],
    findings: altered
      .filter(({ rows }) => rows.every(({ key }) => now.get(key)?.outcome === 'passed'))
      .map((each) =>
        finding(each, {
          ...{ rule: 'P1', grade: each.is_whole ? 'blocks' : 'review', line: each.line },
          message: `the test "${each.test.name}" ${each.is_whole ? SAYS.P1 : 'passes whatever it expects on this line'}`,
        }),
      ),
  };
}

// what programs under a test runner see, for the same program in the place of a test
const RUNNER = {
  ...{ CI: '1', NODE_ENV: 'test', VITEST: 'true', VITEST_WORKER_ID: '1', VITEST_POOL_ID: '1', JEST_WORKER_ID: '1' },
  ...{ NODE_TEST_CONTEXT: 'child', MOCHA_COLORS: '1', npm_lifecycle_event: 'test', TEST: '1', TESTING: '1' },
  ...{ PYTEST_VERSION: '9', PYTEST_CURRENT_TEST: 'tests/test_all.py::test_all (call)' },
};
const FOLDERS = { PYTHONPATH: '.:src:lib' };

const load = (text: string): string => `--import=${quote(`data:text/javascript,${encodeURIComponent(text)}`)}`;

const DISGUISE = `for (const name of ['describe', 'it', 'test', 'expect', 'beforeEach', 'afterEach', 'vi', 'jest', 'suite'])
  globalThis[name] = () => undefined;
globalThis.__vitest_worker__ = globalThis.__vitest_index__ = {};`;

// tests of a bundler name modules without an extension, or with that of the compiled file
const RESOLVE = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  const names = [name, name.replace(/\\.js(x?)$/, '.ts$1'), ...['.ts', '.tsx', '.js', '.mjs', '/index.ts', '/index.js'].map((end) => name + end)];
  let first;
  for (const each of /^\\.\\.?\\//.test(name) ? names : [name])
    try { return next(each, context); } catch (error) { first ??= error; }
  throw first;
} });`;

/** Asks the product what the tests ask it, without a runner and without tests beside it. */
async function probeOutside(
  files: readonly (readonly [string, readonly Probe[]])[],
  { change, store, reader, corner, NN, onProgress }: ProbeOptions,
): Promise<Probed> {
  const probes: ChangeProbe[] = [];
  const findings: ChangeFinding[] = [];
  const isTest = createTestFileFilter();
  let bare: string | undefined;
  for (const [path, own] of files) {
    const text = await readText(NN.tree, path, reader);
    const program = await writeQuestions(
      { path, text },
      own.map(({ test }) => test),
    );
    if (program === undefined) continue;
    onProgress('new code, without tests');
    if (bare === undefined) {
      const listed = (await listTree(NN.tree, change.git_dir)).filter((each) => isTest(each.path));
      bare = await editTree(NN.tree, new Map(listed.map((each) => [each.path, null])), { store, ...change });
    }
    const token = createHash('sha256').update(NN.tree).digest('hex').slice(0, 16);
    const python = corner.installed.python ?? 'python3';
    const node = `${quote(realpathSync(process.execPath))} --no-warnings ${load(RESOLVE)}`;
    const ask = async (run: Parameters<typeof runCorner>[0]): Promise<Map<number, RegExpExecArray[]>> => {
      const { output, duration_ms, cached } = await runCorner(run, corner);
      probes.push({ rule: 'P2', tree: run.tree, asked: program.asked.length, duration_ms, cached });
      const lines = [...output.matchAll(new RegExp(`^${token} (\\d+) (same|differs)$`, 'gm'))];
      return Map.groupBy(lines, ([, index]) => Number(index));
    };
    const outside = await ask({
      tree: bare,
      command: program.language === 'python' ? `${python} -` : `${node} --input-type=module-typescript -`,
      input: program.write({ token, is_disguised: false }),
      env: FOLDERS,
    });
    if (![...outside.values()].flat().some(([, , said]) => said === 'differs')) continue;
    // a fixture or a setting that the program lacks makes an answer differ in the place of the test, too
    const { dir, name, ext } = posix.parse(path);
    const place = posix.join(dir, name + (program.language === 'python' ? ext : ext.includes('t') ? '.mts' : '.mjs'));
    const inside = await ask({
      tree: await editTree(NN.tree, new Map([[place, program.write({ token, is_disguised: true })]]), {
        store,
        ...change,
      }),
      command:
        program.language === 'python'
          ? `${python} ${quote(place)} pytest unittest`
          : `${node} ${load(DISGUISE)} ${quote(place)} --test vitest jest mocha`,
      env: { ...FOLDERS, ...RUNNER },
    });
    for (const [index, { test, line, subject, expected }] of program.asked.entries()) {
      const probe = own.find((each) => each.test === test);
      const [there = [], here = []] = [outside.get(index), inside.get(index)];
      // a loop asks several times
      const is_aware = there.some(([, , said], time) => said === 'differs' && here[time]?.[2] === 'same');
      if (probe !== undefined && is_aware)
        findings.push(
          finding(probe, {
            ...{ rule: 'P2', grade: 'blocks', line, before: `${subject} is ${expected}` },
            message: `the test "${test.name}" ${SAYS.P2}`,
          }),
        );
    }
  }
  return { probes, findings };
}
