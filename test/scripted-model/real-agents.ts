import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { agentProgram } from '../agents-folder.ts';
import type { ScriptedTool } from './scripts.ts';

const LONGEST_RUN_MS = 120_000;

/** A real agent CLI without the harness: how to start it, and how its model edits a file. */
export interface RealAgent {
  readonly name: string;
  launch(request: Request): Launch;
  readonly look: ScriptedTool;
  /** Changes `a - b` in `calc.js` to `a + b`. */
  edit(work: string): ScriptedTool;
}

interface Request {
  /** URL of its model, and the key it sends. */
  readonly url: string;
  readonly key: string;
  readonly instruction: string;
}

interface Launch {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** Written into the home folder first. */
  readonly files?: Readonly<Record<string, string>>;
}

const PATCH = `apply_patch <<'EOF'
*** Begin Patch
*** Update File: calc.js
@@
-const add = (a, b) => a - b;
+const add = (a, b) => a + b;
*** End Patch
EOF`;

export const REAL_AGENTS: readonly RealAgent[] = [
  {
    name: 'Claude Code',
    launch: ({ url, key, instruction }) => ({
      command: [
        agentProgram('claude'),
        ...['-p', instruction, '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions'],
        ...['--model', 'claude-sonnet-4-5'],
      ],
      env: {
        IS_SANDBOX: '1',
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: key,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        CLAUDE_CODE_MAX_RETRIES: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }),
    look: { name: 'Bash', input: { command: 'cat calc.js', description: 'look' } },
    edit: (work) => ({
      name: 'Write',
      input: { file_path: join(work, 'calc.js'), content: 'const add = (a, b) => a + b;\n' },
    }),
  },
  {
    name: 'Codex',
    launch: ({ url, key, instruction }) => ({
      command: [
        agentProgram('codex'),
        ...['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
        ...['--disable', 'plugins', '--disable', 'apps', '--disable', 'unbounded_connection_retries', instruction],
      ],
      env: { SCRIPTED_KEY: key },
      files: {
        '.codex/config.toml': `
          model = "gpt-5"
          model_provider = "scripted"
          check_for_update_on_startup = false
          [analytics]
          enabled = false
          [model_providers.scripted]
          name = "scripted"
          base_url = "${url}/v1"
          wire_api = "responses"
          env_key = "SCRIPTED_KEY"
          request_max_retries = 1
          stream_max_retries = 1
        `,
      },
    }),
    look: { name: 'exec_command', input: { cmd: 'cat calc.js' } },
    edit: () => ({ name: 'exec_command', input: { cmd: PATCH } }),
  },
  {
    name: 'Gemini CLI',
    launch: ({ url, key, instruction }) => ({
      command: [
        agentProgram('gemini'),
        ...['-m', 'gemini-2.5-pro', '-p', instruction, '-o', 'stream-json', '--yolo', '--skip-trust'],
      ],
      env: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_NO_RELAUNCH: 'true' },
      files: {
        '.gemini/settings.json': JSON.stringify({
          general: { maxAttempts: 1, enableAutoUpdate: false },
          privacy: { usageStatisticsEnabled: false },
          security: { auth: { selectedType: 'gemini-api-key' } },
        }),
      },
    }),
    look: { name: 'run_shell_command', input: { command: 'cat calc.js', description: 'look' } },
    edit: () => ({
      name: 'replace',
      input: { file_path: 'calc.js', instruction: 'add', old_string: 'a - b', new_string: 'a + b' },
    }),
  },
];

/** A folder with a home and a workspace with a bug in `calc.js`. Disposing removes it. */
export async function createAgentFolders(): Promise<{ home: string; work: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-agent-'));
  const [home, work] = [join(folder, 'home'), join(folder, 'work')];
  await Promise.all([mkdir(home), mkdir(work)]);
  await writeFile(join(work, 'calc.js'), 'const add = (a, b) => a - b;\n');
  return { home, work, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Runs an agent to its end in a clean environment. */
export async function runAgent(
  { command: [program, ...args], env, files = {} }: Launch,
  { home, work }: { home: string; work: string },
): Promise<{ code: number | null; output: string }> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), content);
  }
  const path = [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const child = spawn(program, args, {
    cwd: work,
    env: { HOME: home, PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_RUN_MS,
    killSignal: 'SIGKILL',
  });
  const [out, err, [code]] = await Promise.all([child.stdout.toArray(), child.stderr.toArray(), once(child, 'close')]);
  return { code, output: Buffer.concat([...out, ...err]).toString('utf8') };
}
