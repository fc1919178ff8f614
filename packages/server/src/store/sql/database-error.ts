import { AssayError, type ProblemCode } from '@assay/schema';

// by SQLSTATE class (two characters) or code; the longer match wins
const CODES: Readonly<Record<string, ProblemCode>> = {
  '08': 'database_unavailable', // connection
  '22': 'invalid_input', // a value that PostgreSQL text or json cannot store, such as U+0000
  '23': 'conflict', // a constraint
  '25006': 'database_unavailable', // read-only: a standby
  '28': 'database_unavailable', // wrong user or password
  '3D': 'database_unavailable', // no such database
  '40': 'conflict', // deadlock or serialization, after the retries
  '42501': 'database_unavailable', // missing permissions
  '53': 'database_unavailable', // disk, memory or connections used up
  '55P03': 'database_unavailable', // lock timeout
  '57': 'database_unavailable', // shut down, starting up, or canceled by a timeout
  '58': 'database_unavailable', // I/O error of the server
};

// driver messages for a lost connection; they have no codes
const LOST = /connection terminated|timeout|cannot use a pool|not queryable|client was closed|read ECONN/i;

/** Converts a database error to an AssayError. */
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
  return new AssayError('internal', `The database rejected a statement: ${message}`, { cause: error });
}

/** Whether the transaction may succeed when retried. */
export const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** The name of the violated constraint. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof AssayError ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'constraint' in cause ? String(cause.constraint) : undefined;
}

const TAKEN = '23505';

// the driver says `Key (organization_id, name)=(…) already exists.`; only the columns are shown
function describeTaken(error: unknown): string {
  const detail = String((error as { detail?: unknown }).detail ?? '');
  const columns = /^Key \(([^)]+)\)=/.exec(detail)?.[1]?.split(', ') ?? [];
  const named = columns.filter((column) => column !== 'organization_id');
  return `${named.length === 0 ? 'This' : `This ${named.join(' and ')}`} already exists`;
}

const unavailable = (message: string): string => `The database is unavailable: ${message}`;

const sentences: Partial<Record<ProblemCode, (message: string) => string>> = {
  database_unavailable: unavailable,
  invalid_input: (message) => `The database cannot store a value: ${message}`,
};

function codeOf(error: unknown): string {
  const cause = error instanceof AssayError ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}
