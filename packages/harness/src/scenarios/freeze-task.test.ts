import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, Task } from '@assay/schema';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { canonicalDigest, canonicalJson } from './canonical-json.ts';
import { freezeTask } from './freeze-task.ts';
import { type LoadedScenario, loadProject } from './load-project.ts';

const forms = fileURLToPath(new URL('../../../../fixtures/configs/assay/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'assay-freeze-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const seed = { seed_digest: '0'.repeat(64), now_ms: 1_700_000_000_000, entropy: new Uint8Array(10) };

async function load(folder: string, form: string): Promise<LoadedScenario> {
  const { scenarios } = await loadProject({ folder, names: [`./forms/add-check.${form}`] });
  return scenarios[0] as LoadedScenario;
}

test.each(['yaml', 'json', 'js', 'ts'])('a scenario in %s freezes to the same task', async (form) => {
  const task = await freezeTask({ loaded: await load(forms, form), ...seed });
  expect(parse(Task, task)).toEqual(task);
  // these change only if the definition of a task changes
  expect({ task: task.task_digest, scorers: task.scorers_digest, rubric: task.rubric_digest }).toMatchInlineSnapshot(`
    {
      "rubric": "a23b9314f2750757197ce4213474ffd23cf82025d45011bc50f394b509a2d6e0",
      "scorers": "16d52df4487cecc7371a1f7f5726ca936fa0646cd2e55318a35e93ebf401517f",
      "task": "c07906057e482b6cccca79f4f57b70ab49947a76920543c24e45bc7cc1c770b9",
    }
  `);
});

test('the digest depends on the content of files, not on their location', async () => {
  const copy = join(scratch, 'copy');
  cpSync(forms, copy, { recursive: true });
  const freeze = async () => freezeTask({ loaded: await load(copy, 'yaml'), ...seed });
  const { task_digest } = await freezeTask({ loaded: await load(forms, 'yaml'), ...seed });
  expect((await freeze()).task_digest).toBe(task_digest);
  writeFileSync(join(copy, 'skills/tone/SKILL.md'), 'Be long.\n');
  const changed = await freeze();
  expect(changed.task_digest).not.toBe(task_digest);
  writeFileSync(join(copy, 'oracle.patch'), 'another\n');
  expect((await freeze()).task_digest).not.toBe(changed.task_digest);
});

test('the digest covers the seed and every field, but not time and ID', async () => {
  const loaded = await load(forms, 'yaml');
  const task = await freezeTask({ loaded, ...seed });
  const later = await freezeTask({ loaded, ...seed, now_ms: 1_800_000_000_000, entropy: new Uint8Array(10).fill(7) });
  expect(later.task_id).not.toBe(task.task_id);
  expect(later.task_digest).toBe(task.task_digest);
  expect((await freezeTask({ loaded, ...seed, seed_digest: '1'.repeat(64) })).task_digest).not.toBe(task.task_digest);
  const other = { ...loaded, scenario: { ...loaded.scenario, setup: 'false' } };
  expect((await freezeTask({ loaded: other, ...seed })).task_digest).not.toBe(task.task_digest);
});

test('canonical JSON does not depend on key order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reverseKeys(value))).toBe(canonicalJson(value));
    }),
  );
  expect(canonicalJson({ b: 1, a: undefined, ä: [null, 'x'], A: -0 })).toBe('{"A":0,"b":1,"ä":[null,"x"]}');
  expect(canonicalDigest({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1, 1n])
    expect(() => canonicalJson(odd)).toThrow(TypeError);
});

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== 'object' || value === null) return value;
  // `__proto__` survives as a key only if defined, not assigned
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, field]) => [key, reverseKeys(field)]),
  );
}
