import type { Feedback, FeedbackOptions, WrittenFeedback } from './feedback.ts';
import { putGithubFeedback } from './github-feedback.ts';
import { readGithubJob } from './github-job.ts';
import { putGitlabFeedback } from './gitlab-feedback.ts';
import { readGitlabJob } from './gitlab-job.ts';

/** Shows the result of a command on the pull request, or merge request, that its job belongs to. */
export async function putFeedback(feedback: Feedback, options: FeedbackOptions): Promise<WrittenFeedback> {
  const { host } = options;
  if (host.environment['GITLAB_CI']) return await putGitlabFeedback(feedback, { ...options, job: readGitlabJob(host) });
  return await putGithubFeedback(feedback, { ...options, job: await readGithubJob(host) });
}
