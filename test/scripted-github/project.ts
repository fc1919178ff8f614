import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Host } from '../../packages/harness/src/contracts/host.ts';

/** A secret token: it must appear only in request headers. */
export const TOKEN = 'ghp_secret0of1the2operator3456789';

/** A checkout, and the bare repository it is pushed to. */
export interface Project extends Disposable {
  readonly folder: string;
  readonly bare: string;
  /** Runs a script in the checkout. */
  shell(script: string): string;
  put(files: Readonly<Record<string, string>>): void;
  /** The state of the checkout that a proposal must not change. */
  state(): unknown;
  host(more?: Host['environment']): Host;
}

const IDENTITY = { name: 'Ann Operator', email: 'ann@example.test' };

/** Creates both, with these files on `main`. */
export function openProject(files: Readonly<Record<string, string>>): Project {
  const root = mkdtempSync(join(tmpdir(), 'assay-propose-'));
  const [folder, bare, home] = [join(root, 'checkout'), join(root, 'remote.git'), join(root, 'home')];
  const config = `[user]\n\tname = ${IDENTITY.name}\n\temail = ${IDENTITY.email}\n`;
  const environment = { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'), HOME: home };
  for (const each of [folder, home]) mkdirSync(each);
  writeFileSync(join(home, '.gitconfig'), config);
  const shell = (script: string): string => {
    const { status, stdout, stderr } = spawnSync('bash', ['-euc', script], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${script}: ${stderr}`);
    return stdout;
  };
  const put = (more: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  put(files);
  shell(`git init -qb main . && git init -q --bare -b main '${bare}' && git add -A && git commit -qm first`);
  shell(`git remote add origin '${bare}' && git push -q origin main`);
  return {
    folder,
    bare,
    shell,
    put,
    state: () => ({
      status: shell('git --no-optional-locks status --porcelain=v2 --branch -uall'),
      index: readFileSync(join(folder, '.git/index')).toString('hex'),
      head: readFileSync(join(folder, '.git/HEAD'), 'utf8'),
      config: readFileSync(join(folder, '.git/config'), 'utf8'),
      refs: shell('git for-each-ref --format="%(refname) %(objectname)" refs/heads/main refs/tags'),
    }),
    host: (more = {}) => ({
      now: Date.now,
      entropy: (bytes) => randomBytes(bytes),
      environment: { ...environment, ...more },
    }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Installs hooks that leave a trace, in the checkout and in the git configuration. */
export function plantHooks({ folder, shell }: Project): string {
  const trace = join(folder, '..', 'hook-ran');
  const hooks = join(folder, '..', 'hooks');
  mkdirSync(hooks);
  for (const name of [
    'pre-push',
    'pre-commit',
    'commit-msg',
    'post-commit',
    'reference-transaction',
    'post-index-change',
  ]) {
    for (const path of [join(folder, '.git/hooks', name), join(hooks, name)]) {
      writeFileSync(path, `#!/bin/sh\necho ${name} >> '${trace}'\nexit 1\n`);
      chmodSync(path, 0o755);
    }
  }
  shell(
    `git config core.hooksPath '${hooks}'; git config commit.gpgSign true; git config push.gpgSign true; git config gpg.program /bin/false`,
  );
  return trace;
}
