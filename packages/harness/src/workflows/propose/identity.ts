import type { Host } from '../../contracts/host.ts';
import { runOperatorGit } from './operator-git.ts';

const ASSAY = 'Assay <assay@localhost>';

/**
 * The committer as `Name <address>`: the operator if configured in git, else Assay; never guessed from the
 * machine.
 */
export async function findIdentity(folder: string, host: Host): Promise<string> {
  const command = ['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'];
  const { exit_code, stdout } = await runOperatorGit(command, { cwd: folder, host });
  const [, identity] = /^([^<>\n]+ <[^<>\n]+>) \d+ [+-]\d{4}\n?$/.exec(stdout) ?? [];
  return exit_code === 0 && identity !== undefined ? identity : ASSAY;
}
