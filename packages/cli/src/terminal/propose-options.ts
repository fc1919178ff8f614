import type { PromoteOptions } from '@assay/harness';

/** Options of every command that opens pull requests, for `parseOptions`. */
export const PROPOSE_OPTIONS = {
  yes: { type: 'boolean' },
  remote: { type: 'string' },
  base: { type: 'string' },
  repo: { type: 'string' },
  'github-url': { type: 'string' },
} as const;

interface ProposeValues {
  readonly yes?: boolean;
  readonly remote?: string;
  readonly base?: string;
  readonly repo?: string;
  readonly 'github-url'?: string;
}

/** Reads the values of `PROPOSE_OPTIONS`. */
export function readProposeOptions({
  yes = false,
  remote = 'origin',
  base,
  repo,
  'github-url': github_url,
}: ProposeValues): Pick<PromoteOptions, 'yes' | 'remote' | 'base_branch' | 'repo' | 'github_url'> {
  return {
    yes,
    remote,
    ...(base === undefined ? {} : { base_branch: base }),
    ...(repo === undefined ? {} : { repo }),
    ...(github_url === undefined ? {} : { github_url }),
  };
}
