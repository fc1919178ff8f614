import { readFileSync } from 'node:fs';
import { AssayError, EvaluationCheck, parse, parseStrictJson } from '@assay/schema';

const MOST_CHECKS = 50;

/** Reads a list of checks in the format of `POST /v1/evaluate`. With an empty list, only errors fail. */
export function readChecks(file: string): readonly EvaluationCheck[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new AssayError('unreadable_file', `${file} cannot be read: ${code ?? message}`, { cause });
  }
  try {
    return parse(EvaluationCheck.array().max(MOST_CHECKS), parseStrictJson(text));
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw new AssayError('invalid_config', `${file}: ${error.message}`, { cause: error });
  }
}
