/** A comment of a pull request. */
export interface ScriptedComment {
  readonly id: number;
  readonly pull: number;
  readonly body: string;
  readonly html_url: string;
  readonly user: { readonly login: string; readonly type: 'Bot' | 'User' };
}

/** A check run of a commit, with all annotations it was given. */
export interface ScriptedCheckRun {
  readonly id: number;
  readonly name: string;
  readonly head_sha: string;
  readonly conclusion: string;
  readonly output: { readonly title: string; readonly summary: string; readonly annotations: readonly object[] };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const BOT = { login: 'github-actions[bot]', type: 'Bot' } as const;
// the limit of GitHub
const MAX_ANNOTATIONS = 50;

/** The part of the GitHub REST API for comments and check runs. */
export function createFeedbackApi(repository: string) {
  const comments: ScriptedComment[] = [];
  const check_runs: ScriptedCheckRun[] = [];
  const root = `/repos/${repository}`;
  const say = (pull: number, body: string, user: ScriptedComment['user'] = BOT): ScriptedComment => {
    const id = comments.length + 1;
    const html_url = `https://github.example/${repository}/pull/${pull}#issuecomment-${id}`;
    const comment = { id, pull, body, html_url, user };
    comments.push(comment);
    return comment;
  };
  const edit = (id: number, body: string): Answer => {
    const index = comments.findIndex((comment) => comment.id === id);
    comments[index] = { ...(comments[index] as ScriptedComment), body };
    return { status: 200, body: comments[index] };
  };
  const annotate = (id: number, { output }: Pick<ScriptedCheckRun, 'output'>): Answer => {
    const index = check_runs.findIndex((run) => run.id === id);
    const before = check_runs[index] as ScriptedCheckRun;
    const annotations = [...before.output.annotations, ...output.annotations];
    check_runs[index] = { ...before, output: { ...output, annotations } };
    return { status: 200, body: check_runs[index] };
  };
  const refuse = ({ output }: Partial<ScriptedCheckRun>): Answer | null =>
    (output?.annotations.length ?? 0) > MAX_ANNOTATIONS ? { status: 422, body: { message: 'too many' } } : null;
  return {
    comments,
    check_runs,
    say,
    /** The answer to a request; null if it is about something else. */
    answer(method: string, { pathname, searchParams }: URL, sent: unknown): Answer | null {
      const numbered = (path: string): number => Number(new RegExp(`^${root}/${path}$`).exec(pathname)?.[1] ?? 0);
      const [pull, comment, run] = [
        numbered('issues/(\\d+)/comments'),
        numbered('issues/comments/(\\d+)'),
        numbered('check-runs/(\\d+)'),
      ];
      const body = sent as { body: string } & ScriptedCheckRun;
      if (method === 'GET' && pathname === '/user')
        return { status: 403, body: { message: 'Resource not accessible by integration' } };
      if (method === 'GET' && pull > 0) {
        const own = comments.filter((each) => each.pull === pull);
        const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))];
        return { status: 200, body: own.slice((page - 1) * size, page * size) };
      }
      if (method === 'POST' && pull > 0) return { status: 201, body: say(pull, body.body) };
      if (method === 'PATCH' && comment > 0) return edit(comment, body.body);
      if (method === 'POST' && pathname === `${root}/check-runs`) {
        const refused = refuse(body);
        if (refused !== null) return refused;
        check_runs.push({ ...body, id: check_runs.length + 1 });
        return { status: 201, body: check_runs.at(-1) };
      }
      return method === 'PATCH' && run > 0 ? (refuse(body) ?? annotate(run, body)) : null;
    },
  };
}
