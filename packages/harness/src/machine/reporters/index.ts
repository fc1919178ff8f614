import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from '@assay/detect';
import type { TestReport } from '@assay/schema';
import { readRecorded } from '@assay/scoring';
import type { SandboxSession } from '../../contracts/sandbox.ts';
import { readWorkspaceFile } from '../workspace/read-workspace-file.ts';
import { removeTree } from '../workspace/remove-tree.ts';
import { collectReports } from './java.ts';
import { NODE_HOOK, NODE_REPORTER, NODE_TEST_REPORTER } from './node.ts';
import { PHP_HOOK } from './php.ts';
import { GO_OUTPUT, useWrappers, writeWrappers } from './programs.ts';
import { PYTHON_HOOK, sitecustomize } from './python.ts';
import { RUBY_HOOK } from './ruby.ts';

/** Reporters for the test runners that a command may start. */
export interface Reporters extends AsyncDisposable {
  /** The command and the environment that make runners use them. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** What they recorded; null if no runner used one. */
  read(options: { readonly wanted?: Iterable<string> }): TestReport | null;
}

interface ReportersOptions {
  readonly command: string;
  /** Host folders. */
  readonly workspace: string;
  readonly home: string;
  /** The same as the sandbox shows them. */
  readonly session: Pick<SandboxSession, 'workspace' | 'home'>;
  /** A random name, which no test can expect. */
  readonly token: string;
  /** Environment variables that the command gets too. */
  readonly env: Readonly<Record<string, string>>;
}

const MAX_FILES = 64;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_BYTES_TOGETHER = 64 * 1024 * 1024;
const MAX_MANIFEST_BYTES = 1024 * 1024;

/**
 * Writes reporters for test runners. The environment loads them, or a wrapper in `PATH` asks for the report of the runner
 * itself, so the command stays as it is. Output for people stays, too, and is read if no runner used a reporter.
 */
export function writeReporters({ command, home, workspace, session, token, env }: ReportersOptions): Reporters {
  const name = `r${token}`;
  const host = join(home, name);
  const inside = `${session.home}/${name}`;
  try {
    writeFiles(host, { name, inside });
  } catch {
    // an earlier command closed the folder: what is printed has to do
    return { command, env: {}, read: () => null, [Symbol.asyncDispose]: async () => undefined };
  }
  return {
    command: `${useWrappers(inside)}
${startsJava(command, workspace) ? collectReports(session.workspace, inside) : ''}
${useNodeReporter(command, { workspace, reporter: `${inside}/reporter.mjs` })}`,
    env: {
      PYTHONPATH: [inside, env['PYTHONPATH']].filter(Boolean).join(':'),
      // tox hides it from its commands: version 3, version 4
      TOX_TESTENV_PASSENV: [env['TOX_TESTENV_PASSENV'], 'PYTHONPATH'].filter(Boolean).join(' '),
      TOX_OVERRIDE: [env['TOX_OVERRIDE'], 'testenv.pass_env+=PYTHONPATH'].filter(Boolean).join(';'),
      NODE_OPTIONS: [env['NODE_OPTIONS'], `--require=${inside}/hook.cjs`].filter(Boolean).join(' '),
      RUBYOPT: [env['RUBYOPT'], `-r${inside}/hook.rb`].filter(Boolean).join(' '),
      // the usual folders, and ours
      PHP_INI_SCAN_DIR: `${env['PHP_INI_SCAN_DIR'] ?? ''}:${inside}/php`,
    },
    read({ wanted = [] }) {
      const files: { name: string; text: string }[] = [];
      let left = MAX_BYTES_TOGETHER;
      for (const file of listFiles(host)) {
        const content = readWorkspaceFile(host, `out/${file}`, Math.min(left, MAX_BYTES));
        left -= content?.length ?? 0;
        // a report of a runner that is too large is as good as damaged
        if (content !== null || !file.endsWith('.jsonl'))
          files.push({ name: file, text: content?.toString('utf8') ?? '' });
      }
      return readRecorded(files, { wanted, workspace: session.workspace });
    },
    // a later command could read what this one recorded
    [Symbol.asyncDispose]: () => removeTree(host),
  };
}

function writeFiles(folder: string, { name, inside }: { name: string; inside: string }): void {
  for (const each of ['out', 'bin', 'php']) mkdirSync(join(folder, each), { recursive: true });
  // in a container, the tests may run as another user
  for (const each of ['', 'out', 'bin']) chmodSync(join(folder, each), 0o777);
  const files = {
    ...writeWrappers(inside),
    'go.awk': GO_OUTPUT,
    'hook.rb': RUBY_HOOK,
    'php/hook.php': PHP_HOOK,
    'php/hook.ini': `auto_prepend_file="${inside}/php/hook.php"\n`,
    [`${name}.py`]: PYTHON_HOOK,
    'sitecustomize.py': sitecustomize(name),
    'hook.cjs': NODE_HOOK,
    'reporter.cjs': NODE_REPORTER,
    'reporter.mjs': NODE_TEST_REPORTER,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text, { mode: 0o755 });
}

/** Whether a command may start Maven or Gradle. */
const startsJava = (command: string, workspace: string): boolean =>
  /\b(?:mvn|gradle)/.test(command) ||
  ['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'].some(
    (name) => readWorkspaceFile(workspace, name, MAX_MANIFEST_BYTES) !== null,
  );

/** A command that makes the test runner of Node use a reporter, if it or a script of npm starts Node itself. */
function useNodeReporter(command: string, { workspace, reporter }: { workspace: string; reporter: string }): string {
  const manifest = readWorkspaceFile(workspace, 'package.json', MAX_MANIFEST_BYTES)?.toString('utf8') ?? '';
  const text = `${command}\n${manifest}`;
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
  if (!/\bnode\b/.test(text)) return command;
  const own = count(/--test-reporter\b/g);
  // each reporter needs a destination: ours come first, and the only one of the command gets what it has anyway
  const is_alone = own === 1 && count(/--test(?![\w-])/g) === 1;
  if (own > 0 && !is_alone) return command;
  const ours = `--test-reporter=${reporter} --test-reporter-destination=stderr`;
  const theirs =
    own > 0 ? '--test-reporter-destination=stdout' : '--test-reporter=spec --test-reporter-destination=stdout';
  const options = own > 0 ? `${ours} ${theirs}` : `${theirs} ${ours}`;
  // an old Node refuses the options
  return `if NODE_OPTIONS='${options}' node -v; then export NODE_OPTIONS="$NODE_OPTIONS ${options}"; fi >/dev/null 2>&1
${command}`;
}

function listFiles(host: string): string[] {
  try {
    using folder = openFolder(host);
    using out = folder.openFolder(Buffer.from('out'));
    return out
      .list()
      .map((name) => name.toString())
      .toSorted()
      .slice(0, MAX_FILES);
  } catch {
    // the tests removed it
    return [];
  }
}
