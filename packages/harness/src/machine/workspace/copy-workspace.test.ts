import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scratchFolder, shell } from '../../../../detect/test/workspace.ts';
import { copyWorkspace } from './copy-workspace.ts';

test('copies content, modes, times, links and names of any bytes, and nothing that is no file', async () => {
  using scratch = scratchFolder();
  const umask = process.umask(0o077);
  try {
    shell(
      scratch.path,
      String.raw`mkdir -p from/closed from/.git; cd from; echo x > shared; chmod 666 shared; echo x > run; chmod 4755 run
        touch -d 2001-01-01 shared; : > empty; seq 100000 > large; ln -s /etc/passwd out; mkfifo pipe; touch $'\xff' .git/HEAD
        touch -d 2001-01-01 large; touch closed/x; chmod 500 closed`,
    );
    const [from, to] = [`${scratch.path}/from`, `${scratch.path}/into/to`];
    await copyWorkspace(from, to);
    shell(scratch.path, 'rm from/pipe; diff -r --no-dereference from into/to');
    expect(readlinkSync(`${to}/out`)).toBe('/etc/passwd');
    for (const name of ['shared', 'large'])
      expect(statSync(`${to}/${name}`).mtimeMs).toBe(statSync(`${from}/${name}`).mtimeMs);
    const modes = ['shared', 'run', 'closed'].map((name) => statSync(`${to}/${name}`).mode & 0o7777);
    expect(modes).toEqual([0o666, 0o755, 0o500]);
    // nothing is shared with the source
    shell(scratch.path, 'echo changed > into/to/shared');
    expect(readFileSync(`${from}/shared`, 'utf8')).toBe('x\n');
  } finally {
    process.umask(umask);
  }
});
