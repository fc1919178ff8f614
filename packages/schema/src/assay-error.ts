import type { Problem } from './problem.ts';

interface ProblemDefinition {
  /** HTTP status the server answers with. */
  readonly status: number;
  /** Exit code the command line ends with. */
  readonly exit_code: 1 | 2 | 3 | 130;
  /** What the reader can do about it. */
  readonly help: string;
}

const define = <C extends string>(table: Record<C, ProblemDefinition>): Readonly<Record<C, ProblemDefinition>> => table;

/** Every way Assay can fail, and what each means to a server, a shell and a person. */
export const PROBLEMS = define({
  usage: { status: 400, exit_code: 2, help: 'Run `assay --help`, or `assay COMMAND --help`, for what is accepted.' },
  invalid_json: { status: 400, exit_code: 2, help: 'Send one JSON document: no comments, no trailing commas, no NaN.' },
  invalid_input: { status: 422, exit_code: 2, help: 'Correct the field at `path`; nothing was computed or stored.' },
  invalid_config: { status: 422, exit_code: 2, help: 'Correct every mistake listed; nothing has run yet.' },
  unknown_command: { status: 404, exit_code: 2, help: 'Run `assay --help` for the commands there are.' },
  unknown_formula: { status: 404, exit_code: 2, help: 'Run `assay score --help` for the formulas and their versions.' },
  unreadable_file: { status: 422, exit_code: 2, help: 'Give the path of a file that exists and may be read.' },
  unwritable_file: { status: 422, exit_code: 2, help: 'Give a path in a folder that exists and may be written to.' },
  unknown_transcript: {
    status: 422,
    exit_code: 2,
    help: 'Give a transcript as the agent wrote it; if it is one, report it with its first lines.',
  },
  unsupported_runtime: { status: 500, exit_code: 2, help: 'Install Node 22.18 or later.' },
  not_installed: {
    status: 503,
    exit_code: 3,
    help: 'Run the command in the message, with `--global` if Assay is installed globally, then try again.',
  },
  unauthorized: { status: 401, exit_code: 3, help: 'Send a valid API key as a bearer token.' },
  forbidden: { status: 403, exit_code: 3, help: 'Use a key whose scope covers this operation.' },
  not_found: { status: 404, exit_code: 2, help: 'Check the path and the id; ids are exact.' },
  run_not_found: { status: 404, exit_code: 2, help: 'List the runs there are with `GET /v1/runs`.' },
  evidence_removed: {
    status: 410,
    exit_code: 2,
    help: 'Read what stays, its scores and its grade, or keep evidence for longer in the settings of the workspace.',
  },
  conflict: { status: 409, exit_code: 2, help: 'Read the current state and try again from there.' },
  revision_mismatch: {
    status: 412,
    exit_code: 2,
    help: 'Somebody else was faster: read it again, and make the edit on what it is now.',
  },
  invalid_archive: {
    status: 422,
    exit_code: 2,
    help: 'Send the folder as `tar` packs it: plain files under names that stay inside, and no more than the bounds.',
  },
  idempotency_in_progress: {
    status: 409,
    exit_code: 3,
    help: 'The first request with this key is still running: wait, then repeat it.',
  },
  idempotency_mismatch: { status: 422, exit_code: 2, help: 'This key was used with another body: use a new key.' },
  payload_too_large: { status: 413, exit_code: 2, help: 'Send less at once.' },
  rate_limited: { status: 429, exit_code: 3, help: 'Wait as long as `Retry-After` says.' },
  agent_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Run `assay doctor` for what is installed and what is missing.',
  },
  sandbox_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Run `assay doctor` for what is installed and what is missing.',
  },
  judge_unavailable: { status: 503, exit_code: 3, help: 'Check the key and address of the judge, or choose another.' },
  remote_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Check the network, the remote and the token, then try again.',
  },
  mcp_server_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Give the command that starts the MCP server after `--`, as it works without the proxy.',
  },
  database_unavailable: {
    status: 503,
    exit_code: 3,
    help: 'Check `DATABASE_URL`, or leave it unset to use the managed database.',
  },
  disk_full: { status: 507, exit_code: 3, help: 'Make room on that disk, or use another, then try again.' },
  scorer_crashed: {
    status: 500,
    exit_code: 3,
    help: 'Grade the run again; if it stays, report it with the run folder.',
  },
  internal: { status: 500, exit_code: 3, help: 'This is a defect of Assay: report it with the message and the input.' },
  interrupted: { status: 499, exit_code: 130, help: 'Start the command again when you like.' },
});

/** A fault, with a code from the one table. Expected outcomes are values, never this. */
export class AssayError extends Error {
  override readonly name = 'AssayError';
  readonly code: keyof typeof PROBLEMS;
  /** Where in the input, such as `stages[2].attempts`; empty for the input itself. */
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
