import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestReport } from '@assay/schema';
import { writeReporters } from '../src/machine/reporters/index.ts';

/** For tests: what a command in a folder with some files reports, each test as `outcome [state] file: name`. */
export async function tryCommand(
  command: string,
  files: Readonly<Record<string, string>>,
  { modules, node = process.execPath }: { modules?: string; node?: string } = {},
): Promise<{ status: number | null; output: string; report: TestReport | null; tests: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-reporters-'));
  const [workspace, home] = [join(folder, 'workspace'), join(folder, 'home')];
  try {
    for (const path of [workspace, home]) mkdirSync(path);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text, { mode: 0o755 });
    }
    if (modules !== undefined) symlinkSync(modules, join(workspace, 'node_modules'));
    const session = { workspace, home };
    await using reporters = writeReporters({ command, workspace, home, session, token: 'a1b2', env: {} });
    const path = `${join(workspace, 'node_modules/.bin')}:${dirname(node)}:${process.env['PATH']}`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', reporters.command], {
      cwd: workspace,
      encoding: 'utf8',
      env: { PATH: path, HOME: home, CI: '1', PYTHONDONTWRITEBYTECODE: '1', ...reporters.env },
    });
    const report = reporters.read({});
    const tests = (report?.tests ?? []).map(
      ({ outcome, state, file, name }) =>
        `${outcome}${state === undefined ? '' : ` ${state}`} ${file === undefined ? '' : `${file}: `}${name}`,
    );
    return { status, output: stdout + stderr, report, tests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
