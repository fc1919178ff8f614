import { AssayError, type ProblemCode } from '@assay/schema';

// by class (two characters) or by code of the SQL standard and PostgreSQL; the longer match counts
const CODES: Readonly<Record<string, ProblemCode>> = {
  '08': 'database_unavailable', // connection
  '22': 'invalid_input', // a value that text or json of PostgreSQL cannot hold, such as U+0000
  '23': 'conflict', // a constraint
  '25006': 'database_unavailable', // read-only: a standby
  '28': 'database_unavailable', // wrong user or password
  '3D': 'database_unavailable', // no such database
  '40': 'conflict', // deadlock or serialization, after the retries
  '42501': 'database_unavailable', // missing rights
  '53': 'database_unavailable', // disk, memory or connections used up
  '55P03': 'database_unavailable', // a lock was not to be had in time
  '57': 'database_unavailable', // shut down, starting up, or cancelled for taking too long
  '58': 'database_unavailable', // input and output of the server
};

// how the driver says that it has no connection; it has no codes for these
const LOST = /connection terminated|timeout|cannot use a pool|not queryable|client was closed|read ECONN/i;

/** What went wrong in the database, in the one table of faults. */
export function toAssayError(error: unknown): AssayError {
  if (error instanceof AssayError) return error;
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const problem = CODES[code] ?? CODES[code.slice(0, 2)];
  const told = code === TAKEN ? describeTaken(error) : message;
  if (problem !== undefined) return new AssayError(problem, sentences[problem]?.(told) ?? told, { cause: error });
  // codes of the operating system, such as ECONNREFUSED
  if (/^E[A-Z_]+$/.test(code) || LOST.test(message)) {
    return new AssayError('database_unavailable', unavailable(message), { cause: error });
  }
  return new AssayError('internal', `The database refused a statement: ${message}`, { cause: error });
}

/** Whether the same transaction may succeed when it is tried again from its start. */
export const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** The constraint that a statement ran against, by name. */
export function constraintOf(error: unknown): string | undefined {
  const cause = error instanceof AssayError ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'constraint' in cause ? String(cause.constraint) : undefined;
}

const TAKEN = '23505';

// the driver says `Key (organization_id, name)=(…) already exists.`: which columns, people may know
function describeTaken(error: unknown): string {
  const detail = String((error as { detail?: unknown }).detail ?? '');
  const columns = /^Key \(([^)]+)\)=/.exec(detail)?.[1]?.split(', ') ?? [];
  const named = columns.filter((column) => column !== 'organization_id');
  return `Expected ${named.length === 0 ? 'something new' : `another ${named.join(' and ')}`}, found one that is taken`;
}

const unavailable = (message: string): string => `Expected the database to answer, found: ${message}`;

const sentences: Partial<Record<ProblemCode, (message: string) => string>> = {
  database_unavailable: unavailable,
  invalid_input: (message) => `The database cannot hold a value as it is: ${message}`,
};

function codeOf(error: unknown): string {
  const cause = error instanceof AssayError ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}
