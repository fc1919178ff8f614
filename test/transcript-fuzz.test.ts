import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { gradeFile } from '@assay/harness';
import { AssayError, GradedTranscript } from '@assay/schema';
import { afterAll, expect, test } from 'vitest';
import { type Random, seededRandom } from '../packages/scoring/src/math/random.ts';

/* Grades damaged transcripts without an exception. `npm run fuzz` damages 100,000 lines per format. */
const LINES = Number(process.env['ASSAY_FUZZ_LINES'] ?? 1000);
const fixtures = fileURLToPath(new URL('../fixtures/transcripts/', import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/assay-fuzz-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const forms = Map.groupBy(
  globSync('**/*.{jsonl,json,traj}', { cwd: fixtures }).filter((path) => !path.endsWith('.meta.json')),
  (path) => path.split('/')[0] as string,
);

const HOSTILE = [
  'null',
  '-1',
  '1e999',
  '"\\ud800"',
  '[]',
  '{}',
  '{"toString":1,"valueOf":1}',
  '"\\u001b[31m"',
  '9007199254740993',
  'true',
  '"__proto__"',
  '{"__proto__":{"x":1}}',
  '[[[[[[]]]]]]',
  '""',
];

function mutate(line: string, random: Random): string {
  const at = random.below(line.length + 1);
  switch (random.below(8)) {
    case 0:
      return line.slice(0, at);
    case 1:
      return line.slice(at);
    case 2:
      return `${line.slice(0, at)}${String.fromCharCode(random.below(256))}${line.slice(at + 1)}`;
    case 3:
      return line.slice(0, at) + line.slice(at + random.below(40));
    case 4:
      return line.slice(0, at) + line.slice(random.below(line.length + 1));
    default:
      // replaces a value with another type, so that the line stays JSON
      return replaceValue(line, random);
  }
}

function replaceValue(line: string, random: Random): string {
  const values = [...line.matchAll(/(?<=":)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/g)];
  const value = values[random.below(values.length)];
  if (value === undefined) return line;
  return `${line.slice(0, value.index)}${HOSTILE[random.below(HOSTILE.length)]}${line.slice(value.index + value[0].length)}`;
}

test.each([...forms.keys()])('%s: damaged lines never cause an exception', async (form) => {
  const sources = (forms.get(form) as string[]).map((path) => {
    const text = readFileSync(`${fixtures}${path}`, 'utf8');
    // a document becomes one line, so that it can be damaged like one
    return path.endsWith('.jsonl') ? text.trimEnd().split('\n') : [JSON.stringify(JSON.parse(text))];
  });
  const random = seededRandom(form);
  const path = `${folder}/${form}.jsonl`;
  for (let broken = 0; broken < LINES; ) {
    const source = sources[random.below(sources.length)] as string[];
    const rounds = Math.max(1, Math.min(40, Math.floor(400 / source.length)));
    const lines = Array.from({ length: rounds }, () =>
      source.map((line) => (random.below(3) === 0 ? line : mutate(line, random))),
    ).flat();
    broken += lines.length;
    writeFileSync(path, lines.join('\n'));
    const graded = await gradeFile(path).catch((error: unknown) => error);
    if (graded instanceof AssayError) expect(graded.code).toBe('unknown_transcript');
    else expect(GradedTranscript.safeParse((graded as { grade: unknown }).grade).error).toBeUndefined();
  }
});
