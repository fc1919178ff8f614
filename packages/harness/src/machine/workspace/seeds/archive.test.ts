import { readdirSync, readlinkSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { putFiles, SEED, scratchFolder, shell } from '../../../../../detect/test/workspace.ts';
import { seedWorkspace } from '../seed-workspace.ts';
import { seedFromZip } from './zip.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

async function unpack(scratch: { path: string }, archive: string, history: 'fresh' | 'keep' = 'fresh') {
  const target = `${scratch.path}/place/target`;
  await seedWorkspace({ seed: { archive }, history, base: scratch.path, target });
  return target;
}

test.each([
  ['a.tar', 'tar -cf'],
  ['a.tar.gz', 'tar -czf'],
  ['a.tgz', 'tar -czf'],
  ['a.tar.bz2', 'tar -cjf'],
  ['a.tar.xz', 'tar -cJf'],
  ['a.tar.zst', 'tar --zstd -cf'],
  ['a.zip', 'zip -qry'],
])('unpacks %s to the same files', async (name, pack) => {
  using scratch = scratchFolder();
  putFiles(`${scratch.path}/seed`, SEED);
  const seed = String.raw`cd seed; chmod +x run.sh; ln -s tests link; ln -s /etc out; mkdir empty; git init -q; seq 200000 > long; touch $'a\nb' é`;
  shell(scratch.path, `${seed}; ${pack} ../${name} .`);
  const target = await unpack(scratch, name);
  shell(
    target,
    'diff -r --no-dereference --exclude=.git ../../seed .; test -x run.sh; test ! -x app.py; test ! -e .git',
  );
  shell(scratch.path, 'rm -rf place');
  shell(await unpack(scratch, name, 'keep'), 'test -d .git');
});

const MAKE_TAR = `python3 -c "
import tarfile, io, sys
def add(name, kind=tarfile.REGTYPE, link='', content=b'planted'):
    entry = tarfile.TarInfo(name); entry.type = kind; entry.linkname = link
    entry.size = len(content) if kind == tarfile.REGTYPE else 0
    archive.addfile(entry, io.BytesIO(content))
with tarfile.open('a.tar', 'w') as archive:
    exec(sys.argv[1])"`;

test.each([
  { attack: 'a name that leads out', entries: "add('../planted')" },
  { attack: 'an absolute name', entries: "add('@/planted')" },
  {
    attack: 'a link that leads out, then a file through it',
    entries: "add('d', tarfile.SYMTYPE, '..'); add('d/planted')",
  },
  { attack: 'an absolute link, then a file through it', entries: "add('d', tarfile.SYMTYPE, '@'); add('d/planted')" },
  { attack: 'a link to a file outside, then the file', entries: "add('f', tarfile.SYMTYPE, '../victim'); add('f')" },
  {
    attack: 'a hard link to a file outside, then the file',
    entries: "add('f', tarfile.LNKTYPE, '../victim'); add('f')",
  },
  { attack: 'a FIFO', entries: "add('p', tarfile.FIFOTYPE)" },
  { attack: 'a device', entries: "add('p', tarfile.CHRTYPE)" },
])('a tar with $attack writes nothing outside', async ({ entries }) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'place/victim': 'untouched' });
  shell(scratch.path, `${MAKE_TAR} "${entries.replaceAll('@', `${scratch.path}/place`)}"`);
  const fault = await unpack(scratch, 'a.tar').catch((error: { code: string }) => error.code);
  expect(['unreadable_file', `${scratch.path}/place/target`]).toContain(fault);
  expect(readdirSync(`${scratch.path}/place`).toSorted()).toEqual(['target', 'victim']);
  expect(shell(scratch.path, 'cat place/victim')).toBe('untouched');
});

const MAKE_ZIP = `python3 -c "
import zipfile, sys
def add(name, content='planted', mode=0o100644):
    entry = zipfile.ZipInfo(name); entry.create_system = 3; entry.external_attr = mode << 16
    archive.writestr(entry, content)
with zipfile.ZipFile('a.zip', 'w') as archive:
    exec(sys.argv[1])"`;

test.each([
  { attack: 'a name that leads out', entries: "add('../planted')" },
  { attack: 'a name that leads out indirectly', entries: "add('a/../../planted')" },
  { attack: 'an absolute name', entries: "add('@/planted')" },
  { attack: 'a link that leads out, then a file through it', entries: "add('d', '..', 0o120777); add('d/planted')" },
  { attack: 'a file, then a link to outside in its place', entries: "add('f'); add('f', '../victim', 0o120777)" },
  { attack: 'a link to a file outside, then the file', entries: "add('f', '../victim', 0o120777); add('f')" },
  { attack: 'a FIFO', entries: "add('p', '', 0o010644)" },
])('rejects a zip with $attack', async ({ entries }) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, { 'place/victim': 'untouched' });
  shell(scratch.path, `${MAKE_ZIP} "${entries.replaceAll('@', `${scratch.path}/place`)}"`);
  await expect(unpack(scratch, 'a.zip')).rejects.toMatchObject({ name: 'AssayError' });
  expect(readdirSync(`${scratch.path}/place`).toSorted()).toEqual(['target', 'victim']);
  expect(shell(scratch.path, 'cat place/victim')).toBe('untouched');
});

test('keeps a link in a zip a link', async () => {
  using scratch = scratchFolder();
  shell(scratch.path, `${MAKE_ZIP} "add('l', '/etc/passwd', 0o120777)"`);
  expect(readlinkSync(`${await unpack(scratch, 'a.zip')}/l`)).toBe('/etc/passwd');
});

test('rejects a zip beyond its limits or larger than recorded', async () => {
  using scratch = scratchFolder();
  shell(scratch.path, 'seq 100000 > n; touch m; zip -q a.zip n m; mkdir 1 2 3');
  const path = `${scratch.path}/a.zip`;
  const bounds = { max_bytes: 1e9, max_entries: 100 };
  const small = seedFromZip(path, { ...bounds, target: `${scratch.path}/1`, max_bytes: 1000 });
  await expect(small).rejects.toThrow(/more than 1000 bytes/);
  const few = seedFromZip(path, { ...bounds, target: `${scratch.path}/2`, max_entries: 1 });
  await expect(few).rejects.toThrow(/more than 1 entries/);
  shell(
    scratch.path,
    `python3 -c "
import struct
data = bytearray(open('a.zip', 'rb').read())
at = data.index(b'PK\\x01\\x02')
struct.pack_into('<I', data, at + 24, 10)
open('a.zip', 'wb').write(data)"`,
  );
  const lying = seedFromZip(path, { ...bounds, target: `${scratch.path}/3` });
  await expect(lying).rejects.toThrow(/"n" is larger than recorded/);
});

test.each([
  { part: 'end', entry: "b''", locator: "pack('<IIQI', 0x07064b50, 0, 2**64 - 1, 1)", message: /its end is damaged/ },
  {
    part: 'entry',
    entry:
      "pack('<I6H3I5H2I', 0x02014b50, 788, 20, 0, 0, 0, 0, 0, 1, 1, 1, 12, 0, 0, 0, 0, 2**32 - 1) + b'a' + pack('<HHQ', 1, 8, 2**64 - 1)",
    locator: "b''",
    message: /"a" is not at its recorded position/,
  },
])('rejects a zip that records an impossible position of its $part', async ({ entry, locator, message }) => {
  using scratch = scratchFolder();
  shell(
    scratch.path,
    `python3 -c "
from struct import pack
entry = ${entry}
end = pack('<I4H2IH', 0x06054b50, 0, 0, 1, 1, len(entry), 0, 0)
open('a.zip', 'wb').write(entry + ${locator} + end)"`,
  );
  const fault = { code: 'unreadable_file', message: expect.stringMatching(message) };
  await expect(unpack(scratch, 'a.zip')).rejects.toMatchObject(fault);
});

test('rejects a tar beyond its limits before it fills the disk', async () => {
  using scratch = scratchFolder();
  shell(scratch.path, 'truncate -s 9G hole; tar -cSf a.tar hole; rm hole');
  await expect(unpack(scratch, 'a.tar')).rejects.toThrow(/it unpacks to more than \d+ bytes/);
});
