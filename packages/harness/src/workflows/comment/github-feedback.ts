import { at, list, number, text } from '@assay/schema/json';
import type { Octokit } from '@octokit/rest';
import { createRedactor } from '../../machine/credentials.ts';
import { fitBody } from '../github/fit-body.ts';
import { createOctokit } from '../github/octokit.ts';
import { askGithub } from '../propose/pull-request.ts';
import type { Feedback, FeedbackOptions, WrittenFeedback } from './feedback.ts';
import type { GithubJob } from './github-job.ts';
import { isAssayComment, putSection } from './sections.ts';

export interface GithubFeedbackOptions extends FeedbackOptions {
  readonly job: GithubJob;
}

const TIMEOUT_MS = 30_000;
const COMMENTS_PER_PAGE = 100;
const MAX_PAGES = 20;
// the limit of GitHub per request
const ANNOTATIONS_AT_ONCE = 50;
const MAX_ANNOTATIONS = 500;

/** Writes the result to the check runs of the commit, and to the one comment of the pull request. */
export async function putGithubFeedback(feedback: Feedback, options: GithubFeedbackOptions): Promise<WrittenFeedback> {
  const { job } = options;
  const octokit = await createOctokit(job);
  await putCheckRun(octokit, feedback, options);
  if (job.pull_request === null) return { url: null };
  return { url: await putComment(octokit, feedback, { ...options, issue_number: job.pull_request }) };
}

function createAsk({ host, job, signal, first_wait_ms }: GithubFeedbackOptions) {
  const redactor = createRedactor(new Map([['GITHUB_TOKEN', job.token]]));
  const shared = { host, signal, redact: redactor.text, ...(first_wait_ms === undefined ? {} : { first_wait_ms }) };
  const within = () => ({ request: { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) } });
  return <T>(what: string, ask: (patience: ReturnType<typeof within>) => Promise<T>): Promise<T> =>
    askGithub(what, { ...shared, ask: () => ask(within()) });
}

async function putCheckRun(octokit: Octokit, feedback: Feedback, options: GithubFeedbackOptions): Promise<void> {
  const { name, conclusion, title, summary } = feedback;
  const ask = createAsk(options);
  const repo = repoOf(options.job);
  const annotations = feedback.annotations.slice(0, MAX_ANNOTATIONS).map(({ line, level, ...annotation }) => ({
    ...annotation,
    start_line: line,
    end_line: line,
    annotation_level: level,
  }));
  const output = { title, summary: fitBody(summary) };
  const { data } = await ask('the check run cannot be created', (patience) =>
    octokit.rest.checks.create({
      ...{ ...repo, ...patience },
      name: `assay ${name}`,
      head_sha: options.job.commit,
      status: 'completed',
      conclusion,
      output: { ...output, annotations: annotations.slice(0, ANNOTATIONS_AT_ONCE) },
    }),
  );
  const check_run_id = number(at(data, 'id'));
  if (check_run_id === undefined) return;
  for (let start = ANNOTATIONS_AT_ONCE; start < annotations.length; start += ANNOTATIONS_AT_ONCE) {
    const some = annotations.slice(start, start + ANNOTATIONS_AT_ONCE);
    await ask('the check run cannot be completed', (patience) =>
      octokit.rest.checks.update({ ...repo, ...patience, check_run_id, output: { ...output, annotations: some } }),
    );
  }
}

/** Updates our comment, or creates it. Every try searches first, because a request without an answer may have created it. */
async function putComment(
  octokit: Octokit,
  { name, summary }: Feedback,
  options: GithubFeedbackOptions & { readonly issue_number: number },
): Promise<string | null> {
  const { issue_number } = options;
  const [ask, repo] = [createAsk(options), repoOf(options.job)];
  const author = await findAuthor(octokit);
  const { data } = await ask('the comment cannot be written', async (patience) => {
    const found = await findComment(octokit, { repo, issue_number, author, patience });
    const body = fitBody(putSection(found?.body ?? null, { name, content: summary }));
    return found === null
      ? await octokit.rest.issues.createComment({ ...repo, ...patience, issue_number, body })
      : await octokit.rest.issues.updateComment({ ...repo, ...patience, comment_id: found.id, body });
  });
  return text(at(data, 'html_url')) ?? null;
}

// the token of a job belongs to a bot, which may not ask who it is
async function findAuthor(octokit: Octokit): Promise<string | null> {
  try {
    const { data } = await octokit.rest.users.getAuthenticated({
      request: { signal: AbortSignal.timeout(TIMEOUT_MS) },
    });
    return text(at(data, 'login')) ?? null;
  } catch {
    return null;
  }
}

interface CommentSearch {
  readonly repo: ReturnType<typeof repoOf>;
  readonly issue_number: number;
  /** Null for a bot. */
  readonly author: string | null;
  readonly patience: { readonly request: { readonly signal: AbortSignal } };
}

// a person may write a comment that looks like ours; it stays theirs
async function findComment(
  octokit: Octokit,
  { repo, issue_number, author, patience }: CommentSearch,
): Promise<{ id: number; body: string } | null> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const wanted = { issue_number, page, per_page: COMMENTS_PER_PAGE };
    const { data } = await octokit.rest.issues.listComments({ ...repo, ...patience, ...wanted });
    const comments = list(data);
    for (const comment of comments) {
      const [id, body, user] = [number(at(comment, 'id')), text(at(comment, 'body')), at(comment, 'user')];
      const isOwn = author === null ? at(user, 'type') === 'Bot' : at(user, 'login') === author;
      if (id !== undefined && body !== undefined && isOwn && isAssayComment(body)) return { id, body };
    }
    if (comments.length < COMMENTS_PER_PAGE) return null;
  }
  return null;
}

const repoOf = ({ repository }: GithubJob) => ({ owner: repository.owner, repo: repository.name });
