import type { Change, ObjectReader, ObjectStore } from '@assay/detect';
import type { ChangeFinding, ChangeProbe } from '@assay/schema';
import { isSource, listBugs } from '../scaffold/bugs/list-bugs.ts';
import { plantBugs } from '../scaffold/bugs/plant-bugs.ts';
import type { PlantedBug } from '../scaffold/bugs/planted-bug.ts';
import { listTests } from './corner-tests.ts';
import { editTree } from './corner-trees.ts';
import type { Probed } from './probe-tests.ts';
import { type CornerOptions, type RanCorner, runCorner } from './run-corner.ts';

interface MutantOptions {
  readonly change: Pick<Change, 'git_dir' | 'files'>;
  /** The changed files of the product. */
  readonly product: readonly string[];
  readonly store: ObjectStore;
  readonly reader: ObjectReader;
  readonly corner: CornerOptions;
  readonly NN: RanCorner;
  /** What the corners showed of new tests that pass without the change. */
  readonly unproven: readonly ChangeFinding[];
  readonly most: number;
  readonly onProgress: (sentence: string) => void;
}

type Mutant = Pick<PlantedBug, 'path' | 'line' | 'before' | 'after'>;

/** Runs the tests on the new code with one changed line altered at a time: what stays green is not tested. */
export async function probeMutants(options: MutantOptions): Promise<Probed> {
  const { change, store, reader, corner, NN, unproven, most, onProgress } = options;
  if (most === 0 || NN.exit_code !== 0) return { probes: [], findings: [] };
  const probes: ChangeProbe[] = [];
  const findings: ChangeFinding[] = [];
  const noticing = new Set<string>();
  let spent_ms = 0;
  for (const mutant of await listMutants(options)) {
    if (probes.length === most || spent_ms > corner.limit_ms) break;
    onProgress(`mutant ${probes.length + 1} of up to ${most}`);
    const found = await reader.read(`${NN.tree}:${mutant.path}`).catch(() => undefined);
    if (found?.kind !== 'blob') continue;
    const text = plantBugs(found.content.toString('utf8'), [mutant]);
    const tree = await editTree(NN.tree, new Map([[mutant.path, text]]), { store, ...change });
    const ran = await runCorner({ tree, command: NN.command }, corner);
    spent_ms += ran.duration_ms;
    probes.push({ rule: 'N3', tree, asked: 1, duration_ms: ran.duration_ms, cached: ran.cached });
    const after = listTests(ran.report);
    for (const { key, name } of listTests(NN.report).values())
      if (after.get(key)?.outcome !== 'passed') noticing.add(name);
    if (ran.exit_code !== 0) continue;
    const { path, line } = mutant;
    findings.push({
      ...{ rule: 'N3', grade: 'note', test: null, path, line },
      ...{ message: 'no test notices if this line changes', before: mutant.before.trim(), after: mutant.after.trim() },
    });
  }
  const hollow = probes.length === 0 ? [] : unproven.filter(({ test }) => test !== null && !noticing.has(test));
  return {
    probes,
    findings: [
      ...findings,
      ...hollow.map((each) => ({
        ...each,
        rule: 'N3' as const,
        message: `the new test "${each.test}" notices none of ${probes.length} altered lines of this change`,
      })),
    ],
  };
}

// besides what a grammar finds: a condition is negated, a result is dropped
const LINES: readonly (readonly [RegExp, string])[] = [
  [/^(\s*(?:\} else )?if )\((.+)\)( \{)?$/, '$1(!($2))$3'],
  [/^(\s*(?:el)?if) (.+):$/, '$1 not ($2):'],
  [/^(\s*)return [^;]*[\w)\]'"`](;?)$/, '$1return$2'],
];

/** Mutants of the changed lines of the product: each line once before any twice. */
async function listMutants({ change, product }: MutantOptions): Promise<Mutant[]> {
  const files = new Map<string, string>();
  const changed = new Map<string, ReadonlySet<string>>();
  for (const path of product.filter(isSource)) {
    const { before, after = null } = change.files.get(path) ?? {};
    if (after === null) continue;
    const old = new Set(before?.toString('utf8').split('\n'));
    const lines = after.toString('utf8').split('\n');
    files.set(path, after.toString('utf8'));
    changed.set(path, new Set(lines.filter((line) => !old.has(line))));
  }
  const found: Mutant[] = await listBugs(files);
  const more = [...files].flatMap(([path, text]) =>
    text.split('\n').flatMap((before, index) => {
      const rule = LINES.find(([pattern]) => pattern.test(before));
      return rule === undefined ? [] : [{ path, line: index + 1, before, after: before.replace(...rule) }];
    }),
  );
  const all = [...found, ...more].filter(({ path, before }) => changed.get(path)?.has(before));
  const byLine = [...Map.groupBy(all, ({ path, line }) => `${path}:${line}`).values()];
  const times = Math.max(0, ...byLine.map(({ length }) => length));
  return Array.from({ length: times }, (_, time) => byLine.flatMap((own) => own[time] ?? [])).flat();
}
