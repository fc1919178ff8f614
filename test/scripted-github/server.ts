import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFeedbackApi } from './feedback.ts';

/** An error for a request, before or after its effect. */
export interface ScriptedFault {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** How often (default: always). */
  readonly times?: number;
  /** `hang` never answers. */
  readonly status: number | 'hang' | 'disconnect';
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request still takes effect. */
  readonly done?: boolean;
}

interface ScriptedPull {
  readonly number: number;
  readonly html_url: string;
  readonly state: 'open' | 'closed';
  readonly title: string;
  readonly body: string;
  readonly head: { readonly ref: string; readonly user: { readonly login: string } };
  readonly base: { readonly ref: string };
}

interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
}

/** A server with the part of the GitHub REST API that pull requests and their results need. Disposing stops it. */
export interface ScriptedGithub extends AsyncDisposable, Omit<ReturnType<typeof createFeedbackApi>, 'answer'> {
  readonly url: string;
  readonly pulls: readonly ScriptedPull[];
  readonly requests: readonly RecordedRequest[];
  /** Opens a pull request as another user. */
  open(pull: Pick<ScriptedPull, 'title' | 'body'> & { readonly head: string; readonly base: string }): ScriptedPull;
  fail(fault: ScriptedFault): void;
}

export interface ScriptedGithubOptions {
  /** `owner/name`. */
  readonly repository: string;
  /** The bare repository with the branches. */
  readonly git_dir: string;
  readonly token: string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };

/** Starts on a free loopback port. */
export async function startScriptedGithub(options: ScriptedGithubOptions): Promise<ScriptedGithub> {
  const { repository, git_dir, token } = options;
  const [owner = ''] = repository.split('/');
  const pulls: ScriptedPull[] = [];
  const { answer: answerFeedback, ...feedback } = createFeedbackApi(repository);
  const requests: RecordedRequest[] = [];
  const faults: (ScriptedFault & { left: number })[] = [];

  const hasBranch = (branch: string): boolean =>
    spawnSync('git', ['--git-dir', git_dir, 'rev-parse', '--verify', '-q', `refs/heads/${branch}`]).status === 0;
  const open: ScriptedGithub['open'] = ({ title, body, head, base }) => {
    const number = pulls.length + 1;
    const html_url = `https://github.example/${repository}/pull/${number}`;
    const [login = owner, ref = login] = head.includes(':') ? head.split(':') : [owner, head];
    const pull: ScriptedPull = {
      number,
      html_url,
      state: 'open',
      title,
      body,
      head: { ref, user: { login } },
      base: { ref: base },
    };
    pulls.push(pull);
    return pull;
  };
  const create = (body: Record<string, string>): Answer => {
    const { title = '', body: text = '', head = '', base = '' } = body;
    const ref = head.slice(head.indexOf(':') + 1);
    if (!hasBranch(ref) || !hasBranch(base))
      return invalid([{ resource: 'PullRequest', field: 'head', code: 'invalid' }]);
    if (pulls.some((pull) => pull.state === 'open' && pull.head.ref === ref && pull.base.ref === base))
      return invalid([{ code: 'custom', message: `A pull request already exists for ${head}.` }]);
    return { status: 201, body: open({ title, body: text, head, base }) };
  };
  const update = (number: number, body: Partial<ScriptedPull>): Answer => {
    const index = pulls.findIndex((pull) => pull.number === number);
    const found = pulls[index];
    if (found === undefined) return NOT_FOUND;
    pulls[index] = { ...found, ...body };
    return { status: 200, body: pulls[index] };
  };
  const list = (query: URLSearchParams): Answer => {
    const wanted = pulls.filter(
      ({ state, head, base }) =>
        state === query.get('state') &&
        query.get('head') === `${head.user.login}:${head.ref}` &&
        query.get('base') === base.ref,
    );
    return { status: 200, body: wanted };
  };
  const answer = (method: string, target: URL, body: unknown): Answer => {
    const root = `/repos/${repository}`;
    const [, number] = new RegExp(`^${root}/pulls/(\\d+)$`).exec(target.pathname) ?? [];
    if (method === 'GET' && target.pathname === root) return { status: 200, body: { default_branch: 'main' } };
    if (method === 'GET' && target.pathname === `${root}/pulls`) return list(target.searchParams);
    if (method === 'POST' && target.pathname === `${root}/pulls`) return create(body as Record<string, string>);
    if (method === 'PATCH' && number !== undefined) return update(Number(number), body as Partial<ScriptedPull>);
    return answerFeedback(method, target, body) ?? NOT_FOUND;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: target = '', headers } = request;
    const body = await readBody(request);
    requests.push({ method, target, authorization: headers.authorization });
    const allowed = headers.authorization === `token ${token}` || headers.authorization === `Bearer ${token}`;
    if (!allowed) return send(response, { status: 401, body: { message: 'Bad credentials' } });
    const fault = faults.find((each) => each.method === method && each.left > 0);
    const act = () => answer(method, new URL(target, 'http://localhost'), body);
    if (fault === undefined) return send(response, act());
    fault.left--;
    if (fault.done) act();
    if (fault.status === 'hang') return;
    if (fault.status === 'disconnect') return void response.destroy();
    const { status, message = 'scripted', headers: more = {} } = fault;
    send(response, { status, body: { message } }, more);
  };

  const server = createServer((request, response) => {
    // the client may have disconnected
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...feedback,
    pulls,
    requests,
    open,
    fail: (fault) => void faults.push({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const invalid = (errors: readonly object[]): Answer => ({
  status: 422,
  body: { message: 'Validation Failed', errors, documentation_url: 'https://docs.github.example' },
});

function send(
  response: ServerResponse,
  { status, body }: Answer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
}
