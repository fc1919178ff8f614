import { afterAll, beforeAll } from 'vitest';
import { type Listening, listen } from '../packages/server/src/http/listen.ts';
import { openTestApi, type TestApi } from '../packages/server/test/server.ts';

interface ListeningApi {
  readonly api: TestApi;
  readonly server: Listening;
}

/** Serves the API on a socket before the tests of a file, and closes it after them. */
export function useListeningApi(assign: (opened: ListeningApi) => void): void {
  const closing = new AsyncDisposableStack();
  beforeAll(async () => {
    const api = closing.use(await openTestApi());
    const server = await listen({ app: api.app, host: '127.0.0.1', port: 0 });
    closing.defer(() => server.close());
    assign({ api, server });
  });
  afterAll(() => closing.disposeAsync());
}
