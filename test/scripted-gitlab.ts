import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface ScriptedNote {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly id: number };
}

/** A server with the part of the GitLab REST API that notes of a merge request need. */
interface ScriptedGitlab extends AsyncDisposable {
  readonly api_url: string;
  readonly notes: readonly ScriptedNote[];
  /** Writes a note as another user. */
  say(body: string): void;
  /** The next new note is stored, but the answer is an error. */
  loseNextAnswer(): void;
}

const BOT = 7;
const STRANGER = 8;

export async function startScriptedGitlab({ token, notes_path }: { token: string; notes_path: string }) {
  const notes: ScriptedNote[] = [];
  let losing = false;
  const add = (body: string, author: number): ScriptedNote => {
    const note = { id: notes.length + 1, body, author: { id: author } };
    notes.push(note);
    return note;
  };
  const answer = (method: string, { pathname, searchParams }: URL, body: string): [number, unknown] => {
    const path = pathname.replace('/api/v4', '');
    if (path === '/user') return [200, { id: BOT }];
    if (method === 'GET' && path === notes_path) {
      const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))];
      return [200, notes.slice((page - 1) * size, page * size)];
    }
    if (method === 'POST' && path === notes_path) {
      const note = add(body, BOT);
      if (!losing) return [201, note];
      losing = false;
      return [502, { message: 'Bad gateway' }];
    }
    const index = notes.findIndex(({ id }) => path === `${notes_path}/${id}`);
    const found = notes[index];
    if (method !== 'PUT' || found === undefined) return [404, { message: '404 Not found' }];
    notes[index] = { ...found, body };
    return [200, notes[index]];
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const sent = method === 'GET' ? {} : ((await json(request)) as { body?: string });
    const [status, body] =
      headers['private-token'] === token
        ? answer(method, new URL(url, 'http://localhost'), sent.body ?? '')
        : [401, { message: '401 Unauthorized' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    api_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`,
    notes,
    say: (body) => void add(body, STRANGER),
    loseNextAnswer: () => {
      losing = true;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  } satisfies ScriptedGitlab;
}
