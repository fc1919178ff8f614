import { expect, test } from 'vitest';
import { AssayError, PROBLEMS } from './assay-error.ts';
import { Problem, type ProblemCode } from './problem.ts';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

test.each(codes)('%s has an HTTP status, an exit code and a sentence of help', (code) => {
  const { status, exit_code, help } = PROBLEMS[code];
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect([2, 3, 130]).toContain(exit_code);
  expect(help).toMatch(/^[A-Z].*\.$/);
});

test('an error becomes a problem document with its code, status and field', () => {
  const problem = new AssayError('invalid_input', 'stages[0].attempts: expected int', {
    path: 'stages[0].attempts',
  }).toProblem();
  expect(Problem.parse(problem)).toEqual(problem);
  expect(problem).toMatchObject({ code: 'invalid_input', status: 422, path: 'stages[0].attempts' });
});

test('an error that is not about a field has no path', () => {
  expect(new AssayError('internal', 'lost').toProblem()).not.toHaveProperty('path');
});
