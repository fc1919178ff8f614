import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gradeFile } from '@assay/harness';
import { afterAll, expect, test } from 'vitest';
import { type CachedGradeOptions, findCached, gradeAndKeep } from './grade-cache.ts';

const FIXTURE = fileURLToPath(new URL('../../../fixtures/transcripts/claude/basic.session.jsonl', import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/assay-cache-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [session, cache] = [join(folder, 'session.jsonl'), join(folder, 'cache')];
const gradeCached = async (path: string, options: CachedGradeOptions) =>
  (await findCached(path, options)) ?? (await gradeAndKeep(path, options));
const entries = (): string[] =>
  readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

test('a grade comes from the cache until the file, the options or the cache change', async () => {
  copyFileSync(FIXTURE, session);
  const first = await gradeCached(session, { cache });
  expect(first).toEqual(await gradeFile(session));
  expect(entries()).toHaveLength(1);

  // a mark in the entry shows that it is read
  const place = join(cache, entries()[0] as string);
  writeFileSync(place, readFileSync(place, 'utf8').replace('"agent":"claude-code"', '"agent":"cached"'));
  expect((await gradeCached(session, { cache })).grade.agent).toBe('cached');
  expect((await gradeCached(session, { cache: null })).grade.agent).toBe('claude-code');
  expect((await gradeCached(session, { cache, reveal: true })).grade.agent).toBe('claude-code');

  writeFileSync(place, '{ broken');
  expect((await gradeCached(session, { cache })).grade).toEqual(first.grade);

  appendFileSync(session, `${JSON.stringify({ type: 'summary', sessionId: 's', summary: 'more' })}\n`);
  expect((await gradeCached(session, { cache })).grade.counts.records).toBe(first.grade.counts.records + 1);
});

test('a cache that cannot be written costs nothing but time', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(gradeCached(session, { cache: join(folder, 'file') })).resolves.toHaveProperty('grade');
});
