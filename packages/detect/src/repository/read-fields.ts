import { AssayError } from '@assay/schema';
import { type GitOptions, runGit } from '../trees/git.ts';

interface FieldOptions extends Pick<GitOptions, 'git_dir' | 'signal'> {
  readonly command: readonly string[];
  /** Limit, because a few nested trees can list endless files. */
  readonly max_fields: number;
}

const NUL = 0;

/** Reads NUL-terminated output of git, one character per byte; null if it exceeds the limit. */
export async function readFields(what: string, options: FieldOptions): Promise<string[] | null> {
  const { command, max_fields, ...git } = options;
  const chunks: Buffer[] = [];
  let count = 0;
  const { exit_code, last_words } = await runGit(command, {
    ...git,
    onStdout(chunk) {
      chunks.push(chunk);
      for (let at = chunk.indexOf(NUL); at >= 0; at = chunk.indexOf(NUL, at + 1)) count++;
      return count <= max_fields;
    },
  });
  if (count > max_fields) return null;
  if (exit_code === 0) return Buffer.concat(chunks).toString('latin1').split('\0').slice(0, -1);
  throw new AssayError('unreadable_file', `${what}: git says ${last_words || `nothing, exit code ${exit_code}`}`);
}
