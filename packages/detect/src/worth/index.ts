import { ableToFail } from './able-to-fail.ts';
import { aboutSubject } from './about-subject.ts';
import { adapted } from './adapted.ts';
import { executed } from './executed.ts';
import type { Family } from './family.ts';
import { independent } from './independent.ts';
import { repeatedKeys } from './repeated-keys.ts';
import { rewritten } from './rewritten.ts';
import { runs } from './runs.ts';

/** What tests can lose. The first family that explains a line names it. */
export const FAMILIES: readonly Family[] = [
  runs,
  executed,
  ableToFail,
  aboutSubject,
  independent,
  adapted,
  repeatedKeys,
  rewritten,
];
