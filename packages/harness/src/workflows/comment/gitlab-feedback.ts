import { at, list, number, text } from '@assay/schema/json';
import { fitBody } from '../github/fit-body.ts';
import type { Feedback, FeedbackOptions, WrittenFeedback } from './feedback.ts';
import type { GitlabJob } from './gitlab-job.ts';
import { type AskGitlab, createGitlabAsk, retryGitlab } from './gitlab-request.ts';
import { isAssayComment, putSection } from './sections.ts';

const NOTES_PER_PAGE = 100;
const MAX_PAGES = 20;

export interface GitlabFeedbackOptions extends FeedbackOptions {
  readonly job: GitlabJob;
}

/** Writes the result to the one note of the merge request. The job itself is the check of the commit. */
export async function putGitlabFeedback(
  { name, summary }: Feedback,
  { job, signal, first_wait_ms }: GitlabFeedbackOptions,
): Promise<WrittenFeedback> {
  const { merge_request, project_id, project_url } = job;
  if (merge_request === null) return { url: null };
  const notes = `/projects/${project_id}/merge_requests/${merge_request}/notes`;
  const ask = createGitlabAsk(job, signal);
  // every try searches first, because a request without an answer may have created it
  const put = async (): Promise<unknown> => {
    const found = await findNote(ask, notes);
    const body = disarm(fitBody(putSection(found?.body ?? null, { name, content: summary })));
    return found === null ? await ask('POST', notes, { body }) : await ask('PUT', `${notes}/${found.id}`, { body });
  };
  const written = await retryGitlab(put, { signal, first_wait_ms });
  const id = number(at(written, 'id'));
  const place = project_url === null || id === undefined ? null : `/-/merge_requests/${merge_request}#note_${id}`;
  return { url: place === null ? null : `${project_url}${place}` };
}

// another user may write a note that looks like ours; it stays theirs
async function findNote(ask: AskGitlab, notes: string): Promise<{ id: number; body: string } | null> {
  const own = number(at(await ask('GET', '/user'), 'id'));
  for (let page = 1; page <= MAX_PAGES; page++) {
    const found = list(await ask('GET', `${notes}?per_page=${NOTES_PER_PAGE}&page=${page}&sort=asc`));
    for (const note of found) {
      const [id, body, author] = [number(at(note, 'id')), text(at(note, 'body')), number(at(note, 'author', 'id'))];
      if (id !== undefined && body !== undefined && own !== undefined && author === own && isAssayComment(body))
        return { id, body };
    }
    if (found.length < NOTES_PER_PAGE) return null;
  }
  return null;
}

/** GitLab executes lines such as `/merge`; the text of a result may contain them. */
const disarm = (body: string): string => body.replaceAll(/^(\s*)\//gm, '$1\\/');
