import { AssayError } from '@assay/schema';
import { createRedactor } from '../../machine/credentials.ts';
import { chooseGithub } from './choose-github.ts';
import { fitBody } from './fit-body.ts';
import { type MakeBranchOptions, makeBranch } from './git-branch.ts';
import type { PullRequest } from './github.ts';
import { type PlannedChange, planChange } from './plan-change.ts';
import { askGithub, putPullRequest } from './pull-request.ts';
import { findAddress, openRemote, type Remote } from './remote.ts';
import { parseRemote, parseRepository } from './remote-address.ts';
import { undoProposal } from './undo-proposal.ts';

export interface ProposeOptions extends Omit<MakeBranchOptions, 'message'> {
  readonly title: string;
  /** Of the commit; the title if not given. */
  readonly message?: string;
  /** Markdown, in which text from runs is quoted. */
  readonly body: string;
  /** A remote by its name, or its address. */
  readonly remote: string;
  /** The branch of the remote that the change goes into; without it, the repository's default. */
  readonly base_branch?: string;
  /** `owner/name` of where the pull request goes; without it, where the remote is. */
  readonly repo?: string;
  /** The GitHub API; without it `GITHUB_API_URL`, or that of github.com. */
  readonly github_url?: string;
  /** Without it nothing is contacted or changed: a plan. */
  readonly yes: boolean;
  /** For one request of GitHub. */
  readonly timeout_ms?: number;
  /** Before a request is repeated for the first time. */
  readonly first_wait_ms?: number;
  readonly signal?: AbortSignal;
}

export interface Proposal extends PlannedChange {
  readonly status: 'planned' | 'created' | 'updated';
  readonly branch: string;
  readonly remote: string;
  /** `owner/name`; null in a plan where nothing says it. */
  readonly repository: string | null;
  /** Null in a plan for the default branch, which only GitHub knows. */
  readonly base_branch: string | null;
  readonly title: string;
  readonly body: string;
  readonly pull_request: PullRequest | null;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Proposes a change: a branch of one commit, pushed, with a pull request that is opened, or brought up to date if there
 * is one. What fails halfway is undone, or the fault says how to undo it.
 */
export async function proposeChange(options: ProposeOptions): Promise<Proposal> {
  const { branch, remote, repo, title } = options;
  const address = await findAddress(options);
  const body = fitBody(options.body);
  const change = { ...options, body, message: options.message ?? title };
  const plan = { ...(await planChange(change)), branch, remote, title, body };
  if (options.yes) return { ...plan, ...(await act(change, address)) };
  const target = repo === undefined ? parseRemote(address) : parseRepository(repo);
  const repository = target === undefined ? null : `${target.owner}/${target.name}`;
  return { ...plan, status: 'planned', repository, base_branch: options.base_branch ?? null, pull_request: null };
}

/** Whether a proposal could be made at all: a remote, a repository and a way in. Asked before runs are paid for; contacts nobody. */
export async function requireWayIn(
  options: Pick<ProposeOptions, 'folder' | 'remote' | 'repo' | 'github_url' | 'host'>,
): Promise<void> {
  await chooseGithub({ timeout_ms: DEFAULT_TIMEOUT_MS, ...options, address: await findAddress(options) });
}

type Acted = Pick<Proposal, 'status' | 'repository' | 'base_branch' | 'pull_request'>;

async function act(options: ProposeOptions & { readonly message: string }, address: string): Promise<Acted> {
  const { folder, branch, remote, host } = options;
  const { credential, token, ...chosen } = await chooseGithub({ timeout_ms: DEFAULT_TIMEOUT_MS, ...options, address });
  const repository = `${chosen.repository.owner}/${chosen.repository.name}`;
  const redact = createRedactor(new Map(token === null ? [] : [['token', token]])).text;
  const reach = { folder, remote, host, ...(credential === null ? {} : { credential }) };
  const there = openRemote(options.signal === undefined ? reach : { ...reach, signal: options.signal });

  // whatever GitHub or the remote have against it is found out before anything is changed
  const asking = { ...options, redact };
  const github = await chosen.open();
  const base_branch = await askGithub(`${repository} cannot be read`, {
    ...asking,
    ask: async () => options.base_branch ?? (await github.getDefaultBranch()),
  });
  const place = { head_owner: chosen.head_owner, head: branch, base: base_branch };
  await askGithub(`the pull requests of ${repository} cannot be read`, { ...asking, ask: () => github.find(place) });
  await requireBase(there, { ...options, base_branch });
  const before = await requireFree(there, options);

  const made = await makeBranch(options);
  try {
    await there.move(branch, { from: before, to: made.commit });
    const content = { title: redact(options.title), body: redact(options.body) };
    const { status, ...pull_request } = await putPullRequest({ ...asking, github, place, content });
    return { status, repository, base_branch, pull_request };
  } catch (fault) {
    // an interrupt ends what was asked for, not the undoing of it
    throw await undoProposal(fault, { folder, remote, there: openRemote(reach), made, before });
  }
}

// a pull request shows all that its base lacks: a commit that is not there yet would be proposed as well
async function requireBase(
  there: Remote,
  {
    base,
    base_branch,
    branch,
    remote,
  }: Pick<ProposeOptions, 'base' | 'branch' | 'remote'> & { readonly base_branch: string },
): Promise<void> {
  if (base_branch === branch) throw new AssayError('usage', `expected another branch than ${branch} to propose it to`);
  const at = await there.findBranch(base_branch);
  if (at === null)
    throw new AssayError(
      'usage',
      `expected ${remote} to have the branch ${base_branch}, found none; give --base BRANCH`,
    );
  if (!(await there.contains(base, { name: base_branch, at })))
    throw new AssayError(
      'conflict',
      `expected the baseline ${base.slice(0, 12)} to be part of ${base_branch} of ${remote}, found that it is not; push it first, or compare with what is there`,
    );
}

async function requireFree(
  there: Remote,
  { branch, remote }: Pick<ProposeOptions, 'branch' | 'remote'>,
): Promise<string | null> {
  const before = await there.findBranch(branch);
  if (before !== null && !(await there.isReplaceable({ name: branch, at: before })))
    throw new AssayError(
      'conflict',
      `expected the branch ${branch} of ${remote} to be free, found commits of someone else on it; give --branch NAME`,
    );
  return before;
}
