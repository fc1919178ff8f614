import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { openRepository } from '../../../test/configurations.ts';
import { readKeptBytes } from '../../../test/kept-bytes.ts';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { BY_RULES } from '../../judge/open-judge.ts';
import { bwrap } from '../../machine/sandboxes/bwrap.ts';
import { local } from '../../machine/sandboxes/local.ts';
import type { ConfigurationOverlay } from '../../machine/workspace/overlay.ts';
import { openRunFolders } from '../../run/folders/run-folders.ts';
import { chooseAgents } from '../../run/plan/choose-agents.ts';
import { prepareTask } from '../../run/plan/prepare-task.ts';
import { runPlan } from '../../run/schedule/run-plan.ts';
import { NO_BUDGET } from '../../run/schedule/spending.ts';
import { loadProject } from '../../scenarios/load-project.ts';
import { createOverlays } from './compare-configurations.ts';
import { readConfiguration } from './read-configuration.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 120_000 });

const CANARY = 'what-the-operator-tells-their-own-agents';
const FIXTURE = {
  'hello.txt': 'nothing\n',
  'CLAUDE.md': 'of the fixture\n',
  '.claude/settings.json': '{"of":"the fixture"}\n',
};
const SCENARIO = {
  name: 'say-hello',
  user_instruction: 'Write hello into hello.txt.',
  workspace_seed: { copy: './fixture' },
  scorers: [{ name: 'only hello', type: 'allowed_paths', patterns: ['hello.txt'] }],
};

/** Prints the configuration an agent sees before it works. */
const LOOK = `cat CLAUDE.md; ls -la . .claude .claude/hooks
cat ~/.claude/CLAUDE.md "$HOME/CLAUDE.md"; ls -A ~; git log --oneline; git status --porcelain
echo hello > hello.txt`;

interface Made {
  readonly sandbox: Sandbox;
  readonly look?: string;
}

/** Runs one task under both configurations of a repository: a hook on main, a skill on work. */
async function runBoth({ sandbox, look = LOOK }: Made) {
  using repository = openRepository({ 'CLAUDE.md': 'of main\n', '.claude/hooks/before': 'true\n' });
  repository.run(`chmod +x .claude/hooks/before; git add -A; git commit -qm hook; git checkout -qb work
    git rm -qr .claude; echo of work > CLAUDE.md; ln -s CLAUDE.md AGENTS.md
    git add -A; git commit -qm work`);
  const { folder } = repository;
  const [main, work] = createOverlays(
    await readConfiguration('main', { label: 'baseline', folder }),
    await readConfiguration('work', { label: 'candidate', folder }),
  );
  const scratch = scratchFolder();
  const home = join(scratch.path, 'operator');
  putFiles(home, { '.claude/CLAUDE.md': CANARY, 'CLAUDE.md': CANARY });
  putFiles(join(scratch.path, 'scenarios/say-hello/fixture'), FIXTURE);
  putFiles(scratch.path, { 'scenarios/say-hello/scenario.json': JSON.stringify(SCENARIO) });
  const runs = await runUnder([main, work], { sandbox, folder: scratch.path, home, look });
  return { runs, main, work, [Symbol.dispose]: () => scratch[Symbol.dispose]() };
}

interface Place {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly home: string;
  readonly look: string;
}

async function runUnder(overlays: readonly ConfigurationOverlay[], { sandbox, folder, home, look }: Place) {
  const host: Host = {
    now: Date.now,
    entropy: (bytes) => new Uint8Array(randomBytes(bytes)),
    environment: { PATH: process.env['PATH'], HOME: home },
  };
  const { signal } = new AbortController();
  const [loaded] = (await loadProject({ folder })).scenarios;
  if (loaded === undefined) throw new Error('expected a scenario');
  await using prepared = await prepareTask(loaded, { host, signal });
  const line = `OPERATOR='${home}'\n${look}`;
  const spec = { id: 'looks', type: 'command', command: line, flags: [], env: [], mcp_servers: {}, skills: [] };
  const cells = chooseAgents(['looks'], [spec]).flatMap((chosen) =>
    overlays.map((overlay) => ({ ...chosen, prepared, repeat: 1, overlay, label: overlay.ref.label })),
  );
  const { finished, missing } = await runPlan({
    cells,
    concurrency: 1,
    label: null,
    invocation: null,
    budget: NO_BUDGET,
    context: {
      host,
      folders: await openRunFolders(join(folder, '.assay')),
      sandbox,
      readable: [],
      formulas: {},
      weights: undefined,
      prices: [],
      judge: BY_RULES,
      harness_version: '0.0.0-test',
      findBaseline: async () => null,
      signal,
    },
  });
  expect(missing).toEqual([]);
  return finished;
}

for (const sandbox of [local, bwrap]) {
  const obstacle = await sandbox.findObstacle();
  const title = obstacle === undefined ? sandbox.id : `${sandbox.id} (${obstacle})`;

  test.skipIf(obstacle !== undefined)(`each side sees only its own configuration: ${title}`, async () => {
    using both = await runBoth({ sandbox });
    const [main, work] = both.runs.map(({ folder }) => readKeptBytes(folder).toString('latin1'));
    expect(main).toContain('of main');
    expect(main).toMatch(/-rwxr-xr-x [^\n]*before/);
    expect(main).not.toContain('AGENTS.md');
    expect(work).toContain('of work');
    expect(work).toContain('AGENTS.md -> CLAUDE.md');
    expect(work).not.toMatch(/[-rwx]{10} [^\n]*before/);
    for (const seen of [main, work]) {
      expect(seen).toContain('settings.json');
      expect(seen).not.toContain('of the fixture\n');
      expect(seen).not.toContain(CANARY);
    }
  });

  test.skipIf(obstacle !== undefined)(`the configuration is not part of the agent's change: ${title}`, async () => {
    using both = await runBoth({ sandbox });
    const kept = both.runs.map(({ evidence: { run, changed_paths }, grade, folder }) => ({
      configuration: run.configuration,
      label: run.label,
      changed: changed_paths.map(({ path }) => path),
      results: grade.results.map(({ verdict }) => verdict),
      patched: readFileSync(join(folder, 'diff.patch'), 'utf8').match(/^diff .*$/gm),
    }));
    const same = { changed: ['hello.txt'], results: ['PASS'], patched: ['diff --git a/hello.txt b/hello.txt'] };
    expect(kept).toEqual([
      { ...same, configuration: both.main.ref, label: 'baseline' },
      { ...same, configuration: both.work.ref, label: 'candidate' },
    ]);
  });
}

test('an agent that edits its configuration has changed it', async () => {
  using both = await runBoth({ sandbox: local, look: 'echo hello > hello.txt; echo be kind >> CLAUDE.md' });
  expect(both.runs.map(({ evidence }) => evidence.changed_paths.map(({ path }) => path))).toEqual([
    ['CLAUDE.md', 'hello.txt'],
    ['CLAUDE.md', 'hello.txt'],
  ]);
});

const obstacle = await bwrap.findObstacle();
test.skipIf(obstacle !== undefined)("in a sandbox the operator's home is not visible", async () => {
  const look = 'cat "$OPERATOR/.claude/CLAUDE.md" || echo not there; echo hello > hello.txt';
  using both = await runBoth({ sandbox: bwrap, look });
  for (const { folder } of both.runs) {
    const seen = readKeptBytes(folder).toString('latin1');
    expect(seen).toContain('not there');
    expect(seen).not.toContain(CANARY);
  }
});
