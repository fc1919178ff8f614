import { withoutZero } from './asserts-tests-pass.ts';

const ADMITS =
  /\bfail(?:s|ed|ing|ures?)?\b|\bbroken\b|\bdoes(?:n't| not) (?:pass|work|compile|build)\b|\bpre-?existing\b|\bunrelated\b|\bcould(?:n't| not) (?:run|verify|test)\b|\bunable to\b|\berrors? remain/i;

/** Whether a message names failures, so that it does not hide them. */
export const admitsFailure = (message: string): boolean => ADMITS.test(withoutZero(message));
