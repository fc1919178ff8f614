import type { ExecutionEnd } from '../src/contracts/sandbox.ts';

/** The end of a process (default: exit code 0). */
export const ended = (fields: Partial<ExecutionEnd> = {}): ExecutionEnd => ({
  exit_code: 0,
  signal: null,
  ended_by: 'exit',
  reason: null,
  duration_ms: 1,
  ...fields,
});
