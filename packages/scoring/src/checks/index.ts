import type { Check, CheckType } from './check.ts';
import { contains } from './contains.ts';
import { content } from './content.ts';
import { cost } from './cost.ts';
import { equals } from './equals.ts';
import { filesystem } from './filesystem.ts';
import { jsonPath } from './json-path.ts';
import { jsonSchema } from './json-schema.ts';
import { latency } from './latency.ts';
import { notContains } from './not-contains.ts';
import { pii } from './pii.ts';
import { regex } from './regex.ts';
import { secrets } from './secrets.ts';

/** Every check by its type, in the order of the reference. */
export const CHECKS: { readonly [Type in CheckType]: Check<Type> } = {
  json_schema: jsonSchema,
  regex,
  contains,
  not_contains: notContains,
  equals,
  json_path: jsonPath,
  latency,
  cost,
  filesystem,
  pii,
  content,
  secrets,
};
