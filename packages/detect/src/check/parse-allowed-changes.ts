import { type AllowedTestChange, AllowedTestChanges } from '@assay/schema';
import { parseList } from '../repository/parse-list.ts';

/** Parses a list of allowed test changes. */
export const parseAllowedChanges = (content: Buffer, name: string): readonly AllowedTestChange[] =>
  parseList(content, { name, schema: AllowedTestChanges });
