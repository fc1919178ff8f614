import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { COMPILE_CACHE } from '../compile-cache.ts';
import { openProject, type Project, TOKEN } from './project.ts';
import { type ScriptedGithub, startScriptedGithub } from './server.ts';

/* A repository with scenarios; the configuration on branch `better` works better than on `main`. */

const CLI = fileURLToPath(new URL('../../packages/cli/bin/assay.js', import.meta.url));

export const TASKS = ['first', 'second', 'third', 'fourth'];
export const REPOSITORY = 'acme/shop';

// solves the task only if CLAUDE.md says "be thorough"
const COMMAND = 'if grep -q "be thorough" CLAUDE.md; then echo done > state.txt; else echo enough > state.txt; fi';

export const scenario = (name: string) => ({
  name,
  user_instruction: `Write done into state.txt. (${name})`,
  workspace_seed: { copy: './fixture' },
  scorers: [{ name: 'done', type: 'command', command: 'grep -qx done state.txt' }],
  oracle: './oracle.patch',
});

const FILES = {
  'CLAUDE.md': 'be brief\n',
  'AGENTS.md': 'old advice\n',
  '.claude/hooks/check.sh': '#!/bin/sh\n',
  'src/app.js': 'app\n',
  'assay.config.json': JSON.stringify({
    judge: { use: 'none' },
    agents: [
      { id: 'obedient', type: 'command', command: COMMAND },
      { id: 'missing', type: 'command', command: 'not-installed-anywhere' },
    ],
  }),
  ...Object.fromEntries(
    TASKS.flatMap((name) => [
      [`scenarios/${name}/scenario.json`, JSON.stringify(scenario(name))],
      [`scenarios/${name}/fixture/README.md`, 'A folder.\n'],
      [
        `scenarios/${name}/oracle.patch`,
        'diff --git a/state.txt b/state.txt\nnew file mode 100644\n--- /dev/null\n+++ b/state.txt\n@@ -0,0 +1 @@\n+done\n',
      ],
    ]),
  ),
};

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Promotable extends AsyncDisposable {
  readonly project: Project;
  readonly github: ScriptedGithub;
  /** Environment that points to the scripted GitHub, without the token. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs `assay` in the checkout and checks that the token is never printed. */
  assay(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ended>;
  /** The branches of the remote, one per line. */
  branches(): string;
}

/** Creates the repository, its remote and a scripted GitHub; `better` is checked out. */
export async function openPromotable(): Promise<Promotable> {
  const project = openProject(FILES);
  const github = await startScriptedGithub({ repository: REPOSITORY, git_dir: project.bare, token: TOKEN });
  project.shell('git checkout -qb better');
  project.put({ 'CLAUDE.md': 'be thorough\n', '.claude/skills/check/SKILL.md': 'Look twice.\n' });
  project.shell('git rm -q AGENTS.md; chmod +x .claude/hooks/check.sh; git add -A; git commit -qm better');
  const environment = { ...COMPILE_CACHE, ...project.host().environment, GITHUB_API_URL: github.url } as Record<
    string,
    string
  >;
  return {
    project,
    github,
    environment,
    async assay(args, more = {}) {
      const child = spawn(process.execPath, [CLI, ...args], {
        cwd: project.folder,
        env: { ...environment, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      expect(stdout + stderr).not.toContain(TOKEN);
      return { status: status as number | null, stdout, stderr };
    },
    branches: () => project.shell('git ls-remote --heads origin').replaceAll(/[0-9a-f]{40}\trefs\/heads\//g, ''),
    async [Symbol.asyncDispose]() {
      await github[Symbol.asyncDispose]();
      project[Symbol.dispose]();
    },
  };
}

/** Options of `assay compare` and `assay promote` with which `better` is an improvement. */
export const COMPARED = [
  ...['--baseline', 'main', '--candidate', 'better'],
  ...['--agent', 'obedient', '--repeat', '3', '--sandbox', 'local', '--json'],
];
