import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { type Header, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RUN_ARCHIVE_LIMITS } from './archive-limits.ts';
import { readFileName } from './file-name.ts';
import { resolveRunFile } from './run-file.ts';
import { unpackFiles } from './unpack-files.ts';
import { unpackTar } from './unpack-tar.ts';

let scratch: string;
let count = 0;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'assay-archives-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const folder = (): string => join(scratch, `folder-${++count}`);
const bounds = RUN_ARCHIVE_LIMITS;

type Entry = Partial<Header> & { readonly name: string; readonly content?: string | Uint8Array };

function tar(...entries: Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = 'x', ...header } of entries) archive.entry({ ...header }, content);
  archive.finalize();
  return buffer(archive as unknown as AsyncIterable<Uint8Array>);
}

const file = (name: string, content?: string | Uint8Array): Entry => ({ name, ...(content ? { content } : {}) });

test.each([
  { how: 'plain', packed: (bytes: Buffer) => bytes },
  { how: 'gzip', packed: gzipSync },
  { how: 'zstd', packed: zstdCompressSync },
])('unpacks a tar archive: $how', async ({ packed }) => {
  const into = folder();
  const long = 'x'.repeat(300_000);
  const bytes = await tar(
    { name: './', type: 'directory', content: '' },
    file('./evidence.json', '{}'),
    file('raw/out.txt', long),
    { name: 'captured/run.sh', mode: 0o755, content: 'true' },
    { name: `captured/${'deep/'.repeat(60)}file`, content: 'long name' },
  );
  await unpackTar({ bytes: packed(bytes) }, { into, bounds, place: resolveRunFile });
  expect(await readFile(join(into, 'evidence.json'), 'utf8')).toBe('{}');
  expect(await readFile(join(into, 'raw/out.txt'), 'utf8')).toBe(long);
  expect(await readFile(join(into, `captured/${'deep/'.repeat(60)}file`), 'utf8')).toBe('long name');
  expect(((await stat(join(into, 'captured/run.sh'))).mode & 0o111) !== 0).toBe(true);
  expect(((await stat(join(into, 'evidence.json'))).mode & 0o111) === 0).toBe(true);
});

test('accepts names that start with the run folder', async () => {
  const into = folder();
  const own = `run_${'0'.repeat(26)}`;
  const bytes = await tar({ name: own, type: 'directory', content: '' }, file(`${own}/evidence.json`, '{}'));
  await unpackTar(
    { bytes },
    {
      into,
      bounds,
      place: resolveRunFile,
    },
  );
  expect(await readdir(into)).toEqual(['evidence.json']);
});

const small = { max_entries: 5, max_bytes: 10_000, max_file_bytes: 5_000, max_ratio: 200 };
const zeros = Buffer.alloc(64 * 1024 * 1024);

test.each<{ attack: string; entries: Entry[]; says: RegExp; limits?: typeof small }>([
  { attack: 'a name that leads out', entries: [file('raw/../../planted')], says: /leads out/ },
  { attack: 'an absolute name', entries: [file('/tmp/planted')], says: /is absolute/ },
  { attack: 'a Windows path', entries: [file('C:planted')], says: /is absolute/ },
  { attack: 'a backslash', entries: [file('raw\\..\\planted')], says: /backslash/ },
  { attack: 'a folder that leads out', entries: [{ name: '../x', type: 'directory', content: '' }], says: /leads out/ },
  {
    attack: 'a symbolic link',
    entries: [{ name: 'raw/x', type: 'symlink', linkname: '/etc', content: '' }],
    says: /a link at/,
  },
  {
    attack: 'a hard link',
    entries: [{ name: 'raw/x', type: 'link', linkname: '/etc/passwd', content: '' }],
    says: /a link at/,
  },
  { attack: 'a pipe', entries: [{ name: 'raw/x', type: 'fifo', content: '' }], says: /a device at/ },
  { attack: 'a device', entries: [{ name: 'raw/x', type: 'character-device', content: '' }], says: /a device at/ },
  { attack: 'a file twice', entries: [file('run.json'), file('./run.json')], says: /run\.json twice/ },
  { attack: 'a file that is a folder', entries: [file('raw/x'), file('raw/x/y')], says: /raw\/x, which is both/ },
  { attack: 'a folder that is a file', entries: [file('raw/x/y'), file('raw/x')], says: /raw\/x, which is both/ },
  { attack: 'an unknown name', entries: [file('notes.txt')], says: /expected a run folder.*notes\.txt/ },
  { attack: 'an unknown folder', entries: [file('other/run.json')], says: /expected a run folder/ },
  { attack: 'a long path segment', entries: [file(`raw/${'x'.repeat(300)}`)], says: /longer than 255 bytes/ },
  { attack: 'a long name', entries: [file(`raw/${'xxxx/'.repeat(300)}x`)], says: /longer than 1024 bytes/ },
  {
    attack: 'too many entries',
    entries: Array.from({ length: 6 }, (_, index) => file(`raw/${index}`)),
    says: /at most 5 entries/,
    limits: small,
  },
  { attack: 'a large file', entries: [file('raw/x', 'x'.repeat(6_000))], says: /at most 5000 bytes/, limits: small },
  {
    attack: 'a large total size',
    entries: ['a', 'b', 'c'].map((name) => file(`raw/${name}`, 'x'.repeat(4_000))),
    says: /at most 10000 bytes in total/,
    limits: small,
  },
])('rejects an archive with $attack', async ({ entries, says, limits = bounds }) => {
  const into = folder();
  await expect(
    unpackTar({ bytes: await tar(...entries) }, { into, bounds: limits, place: resolveRunFile }),
  ).rejects.toMatchObject({
    code: 'invalid_archive',
    message: expect.stringMatching(says),
  });
  expect(await readdir(scratch)).not.toContain('planted');
});

test.each([
  { how: 'gzip', packed: gzipSync },
  { how: 'zstd', packed: zstdCompressSync },
])('rejects a $how bomb before it is fully unpacked', async ({ packed }) => {
  const into = folder();
  const bytes = packed(await tar(file('raw/x', zeros)));
  await expect(unpackTar({ bytes }, { into, bounds })).rejects.toThrow(/more than 200 times its size/);
});

test('rejects an archive with huge headers without holding it in memory', async () => {
  const archive = pack();
  archive.entry({ name: 'raw/x', pax: { comment: 'x'.repeat(8_000_000) } } as Entry, 'x');
  archive.finalize();
  const bytes = await buffer(archive as unknown as AsyncIterable<Uint8Array>);
  await expect(unpackTar({ bytes }, { into: folder(), bounds })).rejects.toThrow(
    /cannot read the tar archive .*: Header exceeds max size/,
  );
});

test('rejects truncated archives and other files', async () => {
  const whole = gzipSync(await tar(file('run.json', 'x'.repeat(100_000))));
  for (const bytes of [Buffer.from('hello'), Buffer.alloc(2_000, 'a'), whole.subarray(0, -20), whole.subarray(0, 60)]) {
    await expect(unpackTar({ bytes }, { into: folder(), bounds })).rejects.toMatchObject({ code: 'invalid_archive' });
  }
});

test('accepts files as JSON text or base64 under the same rules', async () => {
  const into = folder();
  await unpackFiles({ 'run.json': '{}', 'raw/x': { base64: 'AAEC' } }, { into, bounds, place: resolveRunFile });
  expect(await readFile(join(into, 'raw/x'))).toEqual(Buffer.from([0, 1, 2]));
  for (const files of [{ '../x': '' }, { 'raw/x': { base64: '%%' } }, { x: '' }]) {
    await expect(unpackFiles(files, { into: folder(), bounds, place: resolveRunFile })).rejects.toMatchObject({
      code: 'invalid_archive',
    });
  }
});

test('every accepted file name stays inside the folder', () => {
  const part = fc.constantFrom('..', '.', '', 'a', 'b c', '\0', '\\', 'C:', '…');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      let name: string;
      try {
        name = readFileName(parts.join('/'));
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_archive' });
        return;
      }
      expect(join('/folder', name)).toBe(`/folder/${name}`);
    }),
  );
});
