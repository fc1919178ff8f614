import { requireGit } from '../trees/git.ts';

/** Where a link leads: inside its tree, outside, or nowhere. */
export type LinkEnd = 'inside' | 'outside' | 'nowhere';

const NEWLINE = 0x0a;

/** Follows links within a tree without the file system. Paths are raw bytes. */
export async function followLinks(
  paths: readonly string[],
  { tree, git_dir }: { readonly tree: string; readonly git_dir: string },
): Promise<ReadonlyMap<string, LinkEnd>> {
  // git reads one path per line
  const asked = paths.filter((raw) => !raw.includes('\n'));
  const ends = new Map<string, LinkEnd>(paths.map((raw) => [raw, 'nowhere']));
  if (asked.length === 0) return ends;
  const output = await requireGit('cannot follow links', {
    command: ['cat-file', '--batch-check', '--follow-symlinks', '--buffer'],
    git_dir,
    input: Buffer.from(asked.map((raw) => `${tree}:${raw}\n`).join(''), 'latin1'),
  });
  let at = 0;
  for (const raw of asked) {
    const line = output.toString('latin1', at, output.indexOf(NEWLINE, at));
    at += line.length + 1;
    // these answers are followed by `size` bytes of text and a newline
    const [, word, size] = /^(symlink|dangling|loop|notdir) (\d+)$/.exec(line) ?? [];
    if (word !== undefined) at += Number(size) + 1;
    if (word === 'symlink') ends.set(raw, 'outside');
    else if (/^[0-9a-f]+ (blob|tree|commit) \d+$/.test(line)) ends.set(raw, 'inside');
  }
  return ends;
}
