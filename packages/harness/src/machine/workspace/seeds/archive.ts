import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatLastErrors } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { removeRepositories } from '../remove-repositories.ts';
import type { SeedOptions } from '../seed-options.ts';
import { seedFromZip } from './zip.ts';

/** Limits for the unpacked content. */
const MAX_ARCHIVE_BYTES = 8 * 1024 ** 3;
const MAX_ARCHIVE_ENTRIES = 1_000_000;

const TAR = /\.(tar|tgz|tar\.(gz|bz2|xz|zst))$/i;
const ZIP = /\.zip$/i;

/** Unpacks an archive. Writes nothing outside the target, whatever the names and links of its entries. */
export async function seedFromArchive(path: string, options: SeedOptions): Promise<void> {
  const { base, target, history } = options;
  const file = resolve(base, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) throw unreadable(file, 'expected a file');
  if (TAR.test(file)) await unpackTar(file, options);
  else if (ZIP.test(file))
    await seedFromZip(file, { target, max_bytes: MAX_ARCHIVE_BYTES, max_entries: MAX_ARCHIVE_ENTRIES });
  else throw unreadable(file, 'expected .tar, .tar.gz, .tgz, .tar.bz2, .tar.xz, .tar.zst or .zip');
  if (history === 'fresh') await removeRepositories(target);
}

// GNU tar's listing of an entry: kind and mode, owner, size
const LISTED = /^([a-zA-Z-])[-a-zA-Z]{9}\S* \d+\/\d+ +(\d+|\d+,\d+) /;

/** GNU tar never writes through an unpacked link and rejects names that lead out; the limits are ours. */
async function unpackTar(file: string, { target, env, signal }: SeedOptions): Promise<void> {
  const options = ['--no-same-owner', '--no-same-permissions', '--numeric-owner', '--quoting-style=escape'];
  const child = spawn('tar', ['-x', '-vv', ...options, `--directory=${target}`, `--file=${file}`, '--force-local'], {
    env: { PATH: env?.['PATH'] ?? '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  let refusal: string | undefined;
  let [rest, stderr] = ['', ''];
  const count = createCounter();
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    refusal ??= lines.map(count).find((found) => found !== undefined);
    if (refusal !== undefined) child.kill('SIGKILL');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-4096);
  });
  const exit_code = await new Promise<number | null>((done, reject) => {
    child.on('error', (cause) => {
      if (cause.name === 'AbortError') reject(new AssayError('interrupted', `stopped while ${file} was unpacked`));
      else reject(unreadable(file, `cannot start tar: ${cause.message}`));
    });
    child.on('close', done);
  });
  if (refusal !== undefined) throw unreadable(file, refusal);
  if (exit_code !== 0) throw unreadable(file, `tar: ${formatLastErrors(stderr)}`);
}

/** Counts entries and bytes; returns the reason once a limit is exceeded. */
function createCounter(): (line: string) => string | undefined {
  let [entries, bytes] = [0, 0];
  return (line) => {
    const [, kind, size = ''] = LISTED.exec(line) ?? [];
    if (kind === undefined) return 'requires GNU tar, whose list of entries is needed to check the limits';
    if ('bcp'.includes(kind)) return 'it contains a FIFO or a device';
    entries += 1;
    bytes += kind === 'h' || size.includes(',') ? 0 : Number(size);
    if (entries > MAX_ARCHIVE_ENTRIES) return `it contains more than ${MAX_ARCHIVE_ENTRIES} entries`;
    return bytes > MAX_ARCHIVE_BYTES ? `it unpacks to more than ${MAX_ARCHIVE_BYTES} bytes` : undefined;
  };
}

const unreadable = (file: string, why: string): AssayError =>
  new AssayError('unreadable_file', `${file} cannot be unpacked: ${why}`);
