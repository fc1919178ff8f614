import { requireGit } from '../trees/git.ts';

/** Where a link leads: to something in its tree, out of the tree, or to nothing. */
export type LinkEnd = 'inside' | 'outside' | 'nowhere';

const NEWLINE = 0x0a;

/** Follows links within a tree, by their paths as raw bytes. No file system is asked. */
export async function followLinks(
  paths: readonly string[],
  { tree, git_dir }: { readonly tree: string; readonly git_dir: string },
): Promise<ReadonlyMap<string, LinkEnd>> {
  // a question is a line
  const asked = paths.filter((raw) => !raw.includes('\n'));
  const ends = new Map<string, LinkEnd>(paths.map((raw) => [raw, 'nowhere']));
  if (asked.length === 0) return ends;
  const output = await requireGit('links cannot be followed', {
    command: ['cat-file', '--batch-check', '--follow-symlinks', '--buffer'],
    git_dir,
    input: Buffer.from(asked.map((raw) => `${tree}:${raw}\n`).join(''), 'latin1'),
  });
  let at = 0;
  for (const raw of asked) {
    const line = output.toString('latin1', at, output.indexOf(NEWLINE, at));
    at += line.length + 1;
    // these answers have so many bytes of text after them, and a newline
    const [, word, size] = /^(symlink|dangling|loop|notdir) (\d+)$/.exec(line) ?? [];
    if (word !== undefined) at += Number(size) + 1;
    if (word === 'symlink') ends.set(raw, 'outside');
    else if (/^[0-9a-f]+ (blob|tree|commit) \d+$/.test(line)) ends.set(raw, 'inside');
  }
  return ends;
}
