import type { SnapshotUpdate } from '@assay/schema';
import { oneLine } from './facts.ts';
import type { ChangedFile } from './inventory.ts';

/** The content of one snapshot; `line` is where it starts. */
interface Entry {
  readonly name: string;
  readonly line: number;
  readonly value: string;
}

interface SnapshotFormat {
  readonly paths: RegExp;
  read(text: string): readonly Entry[];
}

const LARGEST_BYTES = 5 * 1024 * 1024;

/** Existing snapshots whose content changed. New and removed snapshots are ignored. */
export function findUpdatedSnapshots(files: ReadonlyMap<string, ChangedFile>): SnapshotUpdate[] {
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([path, file]) => compareSides(path, file));
}

function compareSides(path: string, { before, after }: ChangedFile): SnapshotUpdate[] {
  const format = FORMATS.find(({ paths }) => paths.test(path));
  if (format === undefined || before === null || after === null) return [];
  if (Math.max(before.length, after.length) > LARGEST_BYTES) return [];
  const known = new Map(format.read(decode(before)).map((entry) => [entry.name, entry.value]));
  return format.read(decode(after)).flatMap(({ name, line, value }) => {
    const was = known.get(name);
    if (was === undefined || was === value) return [];
    const [old, now] = whereTheyDiffer(was, value);
    return [{ path, line, name: oneLine(name), before: oneLine(old), after: oneLine(now) }];
  });
}

const decode = (content: Buffer): string => content.toString('utf8').replaceAll('\r\n', '\n');

// starts at the first different line, because long snapshots often start the same
function whereTheyDiffer(before: string, after: string): readonly [string, string] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const first = now.findIndex((line, index) => line !== old[index]);
  const from = first === -1 ? now.length : first;
  return [old.slice(from).join('\n'), now.slice(from).join('\n')];
}

const FORMATS: readonly SnapshotFormat[] = [
  // jest, vitest and similar
  {
    paths: /\.[cm]?[jt]sx?\.(?:snap|shot)$/,
    read: (text) => readBlocks(text, { start: /^exports\[`(.*)`\] = /, end: /`;$/ }),
  },
  // syrupy
  { paths: /\.ambr$/, read: (text) => readBlocks(text, { start: /^# name: (.*)$/, end: /^# ---$/ }) },
  // insta: the header before the second `---` is not content
  { paths: /\.snap$/, read: (text) => readWhole(text, /^---\n[\s\S]*?\n---\n/) },
  { paths: /\.(?:approved|verified)\.[^./]+$|(?:^|\/)__snapshots__\/[^/]+$/, read: (text) => readWhole(text) },
];

interface Marks {
  /** The first line of a snapshot, with its name. */
  readonly start: RegExp;
  /** Its last line. */
  readonly end: RegExp;
}

function readBlocks(text: string, { start, end }: Marks): Entry[] {
  const entries: Entry[] = [];
  let open: { name: string; line: number; value: string[] } | null = null;
  text.split('\n').forEach((line, index) => {
    const name = open === null ? start.exec(line)?.[1] : undefined;
    if (name !== undefined) open = { name, line: index + 1, value: [] };
    if (open === null) return;
    open.value.push(line);
    if (!end.test(line)) return;
    entries.push({ ...open, value: open.value.join('\n') });
    open = null;
  });
  return entries;
}

function readWhole(text: string, heading?: RegExp): Entry[] {
  const head = heading?.exec(text)?.[0] ?? '';
  return [{ name: '', line: head.split('\n').length, value: text.slice(head.length).trimEnd() }];
}
