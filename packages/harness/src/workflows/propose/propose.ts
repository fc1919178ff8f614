import { findRepository, openScratchRepository, readObjectFormat, requireGit } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { createRedactor } from '../../machine/credentials.ts';
import { fitBody } from '../github/fit-body.ts';
import { chooseGithub } from './choose-github.ts';
import { type MakeBranchOptions, makeBranch } from './git-branch.ts';
import type { PullRequest } from './github.ts';
import { findIdentity } from './identity.ts';
import { askGithub, putPullRequest } from './pull-request.ts';
import { findAddress, openRemote, type Remote } from './remote.ts';
import { parseRemote, parseRepository } from './remote-address.ts';
import { undoProposal } from './undo-proposal.ts';
import { writeCommit } from './write-commit.ts';

export interface ProposeOptions extends Omit<MakeBranchOptions, 'message'> {
  readonly title: string;
  /** The commit message; default: the title. */
  readonly message?: string;
  /** Markdown, with quoted text from runs. */
  readonly body: string;
  /** The name or address of a remote. */
  readonly remote: string;
  /** The target branch; default: the repository's default branch. */
  readonly base_branch?: string;
  /** `owner/name` of the target repository; default: that of the remote. */
  readonly repo?: string;
  /** The GitHub API; default: `GITHUB_API_URL`, or github.com. */
  readonly github_url?: string;
  /** If false, only plan: contact and change nothing. */
  readonly yes: boolean;
  /** Per GitHub request. */
  readonly timeout_ms?: number;
  /** Wait before the first retry. */
  readonly first_wait_ms?: number;
  readonly signal?: AbortSignal;
}

export interface Proposal extends PlannedChange {
  readonly status: 'planned' | 'created' | 'updated';
  readonly branch: string;
  readonly remote: string;
  /** `owner/name`; null in a plan if unknown. */
  readonly repository: string | null;
  /** Null in a plan for the default branch, which only GitHub knows. */
  readonly base_branch: string | null;
  readonly title: string;
  readonly body: string;
  readonly pull_request: PullRequest | null;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Proposes a change: pushes a branch of one commit, and opens or updates its pull request. A partial failure
 * is undone, or the error says how to undo it.
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

/**
 * Checks whether a proposal is possible: a remote, a repository and access. Called before runs are paid for;
 * contacts nobody.
 */
export async function requireGithubAccess(
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

  // find all objections of GitHub and the remote before any change
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
    // an interrupt must not stop the undo
    throw await undoProposal(fault, { folder, remote, there: openRemote(reach), made, before });
  }
}

// a pull request shows all commits missing in its target, so the base must be there already
async function requireBase(
  there: Remote,
  {
    base,
    base_branch,
    branch,
    remote,
  }: Pick<ProposeOptions, 'base' | 'branch' | 'remote'> & { readonly base_branch: string },
): Promise<void> {
  if (base_branch === branch) throw new AssayError('usage', `cannot propose ${branch} to itself; use --base BRANCH`);
  const at = await there.findBranch(base_branch);
  if (at === null) throw new AssayError('usage', `${remote} has no branch ${base_branch}; use --base BRANCH`);
  if (!(await there.contains(base, { name: base_branch, at })))
    throw new AssayError(
      'conflict',
      `the baseline ${base.slice(0, 12)} is not part of ${base_branch} on ${remote}; push it first, or compare with a pushed commit`,
    );
}

async function requireFree(
  there: Remote,
  { branch, remote }: Pick<ProposeOptions, 'branch' | 'remote'>,
): Promise<string | null> {
  const before = await there.findBranch(branch);
  if (before !== null && !(await there.isReplaceable({ name: branch, at: before })))
    throw new AssayError('conflict', `the branch ${branch} on ${remote} has commits by others; use --branch NAME`);
  return before;
}

interface PlannedChange {
  /** The ID of the future commit. */
  readonly commit: string;
  /** The diff stat of git. */
  readonly diff_stat: string;
}

/** Plans the content of a branch in a scratch repository; the operator's stays unchanged. */
async function planChange(options: Omit<MakeBranchOptions, 'branch'>): Promise<PlannedChange> {
  const repository = findRepository(options.folder);
  const object_format = await readObjectFormat(repository);
  await using scratch = await openScratchRepository({ ...repository, object_format });
  const { git_dir } = scratch;
  const identity = await findIdentity(options.folder, options.host);
  const commit = await writeCommit({ ...options, identity }, git_dir);
  const command = ['diff-tree', '--stat=120', '--summary', '--no-renames', '--no-ext-diff', options.base, commit];
  const stat = await requireGit('the change cannot be described', { command, git_dir });
  return { commit, diff_stat: stat.toString() };
}
