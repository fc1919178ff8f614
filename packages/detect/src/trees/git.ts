import { spawn } from 'node:child_process';
import { AssayError } from '@assay/schema';

/** The output of a finished git. The caller checks the exit code. */
interface GitEnd {
  readonly exit_code: number | null;
  readonly stdout: Buffer;
  readonly last_words: string;
}

export interface GitOptions {
  /** The repository; otherwise the arguments must name it. */
  readonly git_dir?: string;
  /** The object folder of another repository to read from as well. */
  readonly borrowed_objects?: string;
  readonly work_tree?: string;
  readonly cwd?: string;
  readonly input?: Uint8Array | string;
  /** The operator's environment, filtered by `pickEnvironment`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives the output instead of buffering it; return false to stop git. */
  readonly onStdout?: (chunk: Buffer) => boolean;
  readonly timeout_ms?: number;
  readonly signal?: AbortSignal;
}

// where git is installed on supported systems; never a folder of a workspace
const PROGRAM_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/run/current-system/sw/bin';
const PASSED_ON = /^(PATH|SSH_AUTH_SOCK|SSL_CERT_(FILE|DIR)|GIT_SSL_CAINFO|((https?|all|no)_proxy))$/i;
const MAX_STDERR_CHARS = 16_384;
const MAX_LAST_WORDS_CHARS = 300;

// disables all configuration, hooks, attributes, replacements and prompts
const ISOLATION = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  SSH_ASKPASS: '/bin/false',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  GIT_PAGER: 'cat',
  LC_ALL: 'C',
};

const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'core.fsmonitor=false',
  'core.logAllRefUpdates=false',
  'core.quotePath=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'protocol.ext.allow=never',
  ...['file', 'git', 'http', 'https', 'ssh'].map((name) => `protocol.${name}.allow=always`),
].flatMap((setting) => ['-c', setting]);

/** Runs git in the harness, without any configuration. */
export function runGit(command: readonly string[], options: GitOptions = {}): Promise<GitEnd> {
  const child = spawnGit(command, options);
  const kept: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (options.onStdout === undefined) kept.push(chunk);
    else if (!options.onStdout(chunk)) child.kill('SIGKILL');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-MAX_STDERR_CHARS);
  });
  // git may exit before it reads all input; the exit code decides
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(explainStart(cause)));
    child.on('close', (exit_code) => {
      resolve({ exit_code, stdout: Buffer.concat(kept), last_words: formatLastErrors(stderr) });
    });
  });
}

/** Runs git and throws unless it succeeds; `what` starts the message. */
export async function requireGit(
  what: string,
  { command, ...options }: GitOptions & { readonly command: readonly string[] },
): Promise<Buffer> {
  const { exit_code, stdout, last_words } = await runGit(command, options);
  if (exit_code === 0) return stdout;
  throw new AssayError('unreadable_file', `${what}: git says ${last_words || `nothing, exit code ${exit_code}`}`);
}

/** Starts git with its three streams piped. */
export function spawnGit(command: readonly string[], options: GitOptions) {
  const place = [
    ...(options.git_dir === undefined ? [] : [`--git-dir=${options.git_dir}`]),
    ...(options.work_tree === undefined ? [] : [`--work-tree=${options.work_tree}`]),
  ];
  return spawn('git', [...SETTINGS, ...place, ...command], {
    cwd: options.cwd ?? options.work_tree ?? options.git_dir ?? '/',
    env: { PATH: PROGRAM_PATH, ...pickEnvironment(options.env ?? {}), ...ISOLATION, ...borrow(options) },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.timeout_ms === undefined ? {} : { timeout: options.timeout_ms, killSignal: 'SIGKILL' as const }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

// quoted, because a colon would end the path
const borrow = ({ borrowed_objects }: GitOptions): Record<string, string> =>
  borrowed_objects === undefined
    ? {}
    : { GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${borrowed_objects.replaceAll(/["\\]/g, '\\$&')}"` };

/** Converts a start error of git or another program. */
export function explainStart(cause: Error): AssayError {
  if (cause.name === 'AbortError') return new AssayError('interrupted', 'stopped while git was running', { cause });
  return new AssayError('sandbox_unavailable', `git is required but cannot be started: ${cause.message}`, { cause });
}

function pickEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => PASSED_ON.test(pair[0]) && pair[1] !== undefined),
  );
}

/** The last error lines of a program on one line, without terminal escapes and URL passwords. */
export function formatLastErrors(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const fatal = lines.filter((line) => /^(fatal|error|remote):/.test(line));
  return (fatal.length > 0 ? fatal : lines)
    .slice(-3)
    .join('; ')
    .replace(/\p{Cc}/gu, '?')
    .replace(/\/\/[^/@\s]+@/g, '//')
    .slice(-MAX_LAST_WORDS_CHARS);
}
