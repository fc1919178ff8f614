import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLI, type Measurement, measureCpu, type Ratio } from './ratio.ts';

const ROUNDS = 5;
const MOST_MS = 300;
const SETTLED_MS = 2500;
const TEST = (expected: string): string =>
  `from app import add\n\ndef test_add():\n    assert add(1, 2) == ${expected}\n`;

const sizes = [1, 5000].map(
  (files): Ratio => ({
    what: `CPU time of \`assay hook stop\` on a change of one test, in a repository of ${files} other files`,
    against: `${MOST_MS} ms`,
    // reading the times of thousands of files takes as long as the check
    limit: { most: 1 },
    measure: () => measureStop(files),
  }),
);

/** What a hook adds to the end of an agent's turn, as its installed command. */
export const HOOK: readonly Ratio[] = [
  ...sizes,
  {
    what: 'CPU time of `assay hook stop` without a change',
    against: 'starting `node -e 0` eight times',
    limit: { most: 1 },
    measure: () => measureStop(1, { is_changed: false }),
  },
];

async function measureStop(files: number, { is_changed = true } = {}): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const work = join(folder, 'work');
    createRepository(work, files);
    const input = join(folder, 'input.json');
    writeFileSync(input, JSON.stringify({ session_id: 'bench', cwd: work, last_assistant_message: 'Done.' }));
    const hook = (event: string): number => measureHook(event, { folder, work, input });
    // a file written a moment ago could be written again unnoticed, so its stamp is not used
    await sleep(SETTLED_MS);
    hook('session-start');
    if (is_changed) writeFileSync(join(work, 'tests/test_app.py'), TEST('4 - 1'));
    // the first one fills the cache of compiled code
    hook('stop');
    const best = Math.min(...Array.from({ length: ROUNDS }, () => hook('stop')));
    const start = Math.min(
      ...Array.from({ length: ROUNDS }, () => measureCpu([process.execPath, '-e', '0'], work).cpu_ms),
    );
    return { subject: best, reference: is_changed ? MOST_MS : 8 * start };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly folder: string;
  readonly work: string;
  readonly input: string;
}

function measureHook(event: string, { folder, work, input }: Place): number {
  const command = `XDG_STATE_HOME=${folder}/state ${process.execPath} --min-semi-space-size=64 ${CLI} hook ${event} < ${input}`;
  return measureCpu(['sh', '-c', command], work).cpu_ms;
}

function createRepository(work: string, files: number): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: work });
  mkdirSync(join(work, 'tests'), { recursive: true });
  writeFileSync(join(work, 'app.py'), 'def add(a, b):\n    return a + b\n');
  writeFileSync(join(work, 'tests/test_app.py'), TEST('3'));
  for (let i = 0; i < files; i++) {
    mkdirSync(join(work, `lib/${i % 50}`), { recursive: true });
    writeFileSync(join(work, `lib/${i % 50}/module_${i}.py`), `def value():\n    return ${i}\n`);
  }
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-q', '-m', 'start');
}
