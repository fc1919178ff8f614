import type { Problem } from './problem.ts';

interface ProblemDefinition {
  /** HTTP status the server answers with. */
  readonly status: number;
  /** Exit code the command line ends with. */
  readonly exit_code: 1 | 2 | 3 | 130;
  /** What to do about it. */
  readonly help: string;
}

const define = <C extends string>(table: Record<C, ProblemDefinition>): Readonly<Record<C, ProblemDefinition>> => table;

/** All error codes, with HTTP status, exit code and help text. */
export const PROBLEMS = define({
  usage: { status: 400, exit_code: 2, help: 'Run `assay --help` or `assay COMMAND --help` for usage.' },
  invalid_json: { status: 400, exit_code: 2, help: 'Send one JSON document without comments, trailing commas or NaN.' },
  invalid_input: { status: 422, exit_code: 2, help: 'Fix the field at `path`. Nothing was computed or stored.' },
  invalid_config: { status: 422, exit_code: 2, help: 'Fix all listed errors. Nothing has run yet.' },
  unknown_command: { status: 404, exit_code: 2, help: 'Run `assay --help` for the list of commands.' },
  unknown_formula: { status: 404, exit_code: 2, help: 'Run `assay score --help` for the formulas and their versions.' },
  unreadable_file: { status: 422, exit_code: 2, help: 'Give the path of an existing, readable file.' },
  unwritable_file: { status: 422, exit_code: 2, help: 'Give a path in an existing, writable folder.' },
  unknown_transcript: {
    status: 422,
    exit_code: 2,
    help: 'Give the file exactly as the agent wrote it. `assay transcript --help` lists the formats.',
  },
  unsupported_runtime: { status: 500, exit_code: 2, help: 'Install Node 22.18 or later.' },
  not_installed: {
    status: 503,
    exit_code: 3,
    help: 'Install what the message names, then try again. If Assay is installed globally, add `--global` to npm.',
  },
  unauthorized: { status: 401, exit_code: 3, help: 'Send a valid API key as a bearer token.' },
  forbidden: { status: 403, exit_code: 3, help: 'Use a key or a role whose scope covers this operation.' },
  not_found: { status: 404, exit_code: 2, help: 'Check the path and the id. Ids must match exactly.' },
  run_not_found: { status: 404, exit_code: 2, help: 'List the existing runs with `GET /v1/runs`.' },
  evidence_removed: {
    status: 410,
    exit_code: 2,
    help: 'Read its scores and grade, which stay. To keep evidence longer, change the retention in the workspace settings.',
  },
  share_ended: { status: 410, exit_code: 3, help: 'Ask whoever shared the link for a new one.' },
  conflict: { status: 409, exit_code: 2, help: 'Read the current state and try again from there.' },
  revision_mismatch: {
    status: 412,
    exit_code: 2,
    help: 'Someone else changed it first. Read it again and repeat your edit on the new revision.',
  },
  invalid_archive: {
    status: 422,
    exit_code: 2,
    help: 'Send a tar archive of plain files inside the folder, within the size limits.',
  },
  idempotency_in_progress: {
    status: 409,
    exit_code: 3,
    help: 'The first request with this key is still running. Wait, then repeat it.',
  },
  idempotency_mismatch: { status: 422, exit_code: 2, help: 'This key was used with a different body. Use a new key.' },
  payload_too_large: { status: 413, exit_code: 2, help: 'Send less at once.' },
  rate_limited: { status: 429, exit_code: 3, help: 'Wait for the time given in `Retry-After`.' },
  server_busy: { status: 503, exit_code: 3, help: 'Wait for the time given in `Retry-After`.' },
  agent_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Run `assay doctor` to see what is missing.',
  },
  sandbox_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Run `assay doctor` to see what is missing.',
  },
  judge_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Check the key and URL of the judge, or choose another judge.',
  },
  remote_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Check the network, the remote and the token, then try again.',
  },
  mcp_server_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'After `--`, give the command that starts the MCP server without the proxy.',
  },
  database_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Check `DATABASE_URL`, or leave it unset to use the managed database.',
  },
  blobs_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Check `ASSAY_BLOBS`, that the folder or object store in the message answers, and its credentials, then try again.',
  },
  blob_damaged: {
    status: 500,
    exit_code: 3,
    help: 'Run `assay blobs check` for all of them, then bring back what is missing from a backup. Nothing was graded without it.',
  },
  invalid_backup: {
    status: 422,
    exit_code: 2,
    help: 'Give a complete file of `assay backup`, written by this version of Assay or an older one. Nothing was restored.',
  },
  disk_full: { status: 507, exit_code: 3, help: 'Free up space on that disk or use another one, then try again.' },
  scorer_crashed: {
    status: 500,
    exit_code: 3,
    help: 'Grade the run again. If it still fails, report a bug with the run folder.',
  },
  internal: { status: 500, exit_code: 3, help: 'This is a bug in Assay. Report it with the message and the input.' },
  interrupted: { status: 499, exit_code: 130, help: 'Run the command again.' },
});

/** An error with a code from `PROBLEMS`. Expected outcomes are return values, never thrown. */
export class AssayError extends Error {
  override readonly name = 'AssayError';
  readonly code: keyof typeof PROBLEMS;
  /** Path in the input, such as `stages[2].attempts`; empty for the input itself. */
  readonly path: string | undefined;

  constructor(code: keyof typeof PROBLEMS, message: string, options: { path?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.path = options.path;
  }

  get exit_code(): number {
    return PROBLEMS[this.code].exit_code;
  }

  toProblem(): Problem {
    const { status, help } = PROBLEMS[this.code];
    const path = this.path === undefined ? {} : { path: this.path };
    return {
      type: `urn:assay:problem:${this.code}`,
      title: help,
      status,
      code: this.code,
      detail: this.message,
      ...path,
    };
  }
}
