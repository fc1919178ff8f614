import { runGit } from '@assay/detect';

interface MadeContent {
  readonly tree: string;
  readonly parent: string;
}

/**
 * Adds a mark to the message of a commit made here. The mark names the commit's content: an amended or
 * rebased commit keeps the message, but is the work of someone else.
 */
export const markMessage = (message: string, content: MadeContent): string =>
  `${message.trimEnd()}\n\n${markOf(content)}`;

/** Whether a commit was made here and is unchanged. */
export async function isAssayCommit(commit: string, git_dir: string): Promise<boolean> {
  const { exit_code, stdout } = await runGit(['cat-file', 'commit', commit], { git_dir });
  if (exit_code !== 0) return false;
  const text = stdout.toString();
  const [, tree, parent] = /^tree (\w+)\nparent (\w+)\nauthor /.exec(text) ?? [];
  if (tree === undefined || parent === undefined) return false;
  return text.trimEnd().endsWith(`\n${markOf({ tree, parent })}`);
}

const markOf = ({ tree, parent }: MadeContent): string => `Made-by: Assay ${tree} ${parent}`;
