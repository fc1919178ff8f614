import { findRepository } from '@assay/detect';
import { promoteStored } from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Promoter } from '@assay/server';
import { createHost } from '../../config.ts';
import { writePromotion } from '../../reports/promotion-proposal.ts';
import { PROPOSE_OPTIONS, readProposeOptions } from '../../terminal/propose-options.ts';
import { readAaDays } from '../promote/read-aa-days.ts';

const { yes: _, ...WHERE } = PROPOSE_OPTIONS;

/** The pull request options of `assay promote`, for `parseOptions`. */
export const PROMOTER_OPTIONS = { ...WHERE, 'require-aa': { type: 'string' } } as const;

type Values = { readonly [Name in keyof typeof PROMOTER_OPTIONS]?: string };

/** Opens pull requests from a folder by the rules of `assay promote`; undefined outside a repository. */
export function openPromoter(folder: string, values: Values): Promoter | undefined {
  const options = listGiven(values);
  const chosen = { ...readProposeOptions(values), ...readAaDays(values['require-aa']), folder };
  if (!isInRepository(folder)) return undefined;
  return {
    options,
    promote: (comparison, asked) =>
      promoteStored({ ...chosen, ...asked, comparison, host: createHost(), describe: writePromotion }),
  };
}

// every reader sees the command that contains them
function listGiven(values: Values): string[] {
  return (Object.keys(PROMOTER_OPTIONS) as (keyof Values)[]).flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const { username = '', password = '' } = URL.parse(value) ?? {};
    if (username === '' && password === '') return [`--${name}`, value];
    throw new AssayError('usage', `--${name} must not contain credentials`);
  });
}

function isInRepository(folder: string): boolean {
  try {
    findRepository(folder);
    return true;
  } catch {
    // not a repository: only pull requests are unavailable
    return false;
  }
}
