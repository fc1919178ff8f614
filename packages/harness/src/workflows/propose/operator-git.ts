import { formatLastErrors } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { findProgram } from '../../machine/processes/find-program.ts';
import { runProcess } from '../../machine/processes/run-process.ts';

/** A token for pushes to one address, in place of the operator's git credentials. */
export interface PushCredential {
  /** Such as `https://github.com`. */
  readonly origin: string;
  readonly token: string;
}

export interface OperatorGitOptions {
  /** A folder in the repository. */
  readonly cwd: string;
  readonly host: Host;
  readonly timeout_ms?: number;
  readonly credential?: PushCredential;
  readonly signal?: AbortSignal;
}

export interface OperatorGitEnd {
  readonly exit_code: number | null;
  readonly stdout: string;
  /** The end of the error output, or why git was stopped. */
  readonly last_words: string;
}

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

// if a git hook started us, we must not use its index
const LOCAL =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|INDEX_VERSION|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|GRAFT_FILE|SHALLOW_FILE|QUARANTINE_PATH|TRACE.*|CURL_VERBOSE)$/;

// disables the operator's settings with side effects
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'push.followTags=false',
  'push.gpgSign=false',
  'push.recurseSubmodules=no',
  'fetch.recurseSubmodules=no',
].flatMap((setting) => ['-c', setting]);

/**
 * Runs git with the operator's configuration, identity and credentials, but without hooks, prompts or index
 * changes. Credentials are redacted from its output.
 */
export async function runOperatorGit(
  command: readonly string[],
  { cwd, host, timeout_ms = DEFAULT_TIMEOUT_MS, credential, signal }: OperatorGitOptions,
): Promise<OperatorGitEnd> {
  const path = host.environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
  const git = await findProgram('git', path);
  if (git === undefined) throw new AssayError('sandbox_unavailable', 'git is not on PATH: install it');
  const end = await runProcess({
    command: [git.path, '--no-optional-locks', ...SETTINGS, ...helperFor(credential), ...command],
    cwd,
    env: { ...environmentOf(host), ...(credential === undefined ? {} : { ASSAY_PUSH_TOKEN: credential.token }) },
    timeout_ms,
    max_output_bytes: MAX_OUTPUT_BYTES,
    ...(signal === undefined ? {} : { signal }),
  });
  if (signal?.aborted) throw new AssayError('interrupted', 'stopped while git was running');
  const said = formatLastErrors(end.stderr) || formatLastErrors(end.reason ?? '');
  const secret = credential?.token;
  return {
    exit_code: end.ended_by === 'exit' ? end.exit_code : null,
    stdout: end.stdout,
    last_words: secret === undefined ? said : said.replaceAll(secret, '[redacted]'),
  };
}

// the helper's text contains no secret; the operator's helpers are disabled, because one might store the
// token
function helperFor(credential: PushCredential | undefined): string[] {
  if (credential === undefined) return [];
  const answer =
    '!f() { test "$1" = get && printf "username=x-access-token\\npassword=%s\\n" "$ASSAY_PUSH_TOKEN"; }; f';
  return [
    ...['-c', 'credential.helper='],
    ...['-c', `credential.${credential.origin}.helper=`],
    ...['-c', `credential.${credential.origin}.helper=${answer}`],
  ];
}

function environmentOf({ environment }: Host): Record<string, string> {
  const kept = Object.entries(environment).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !LOCAL.test(pair[0]),
  );
  return {
    GIT_ASKPASS: '/bin/false',
    SSH_ASKPASS: '/bin/false',
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: '0',
    GCM_INTERACTIVE: 'never',
    LC_ALL: 'C',
  };
}
