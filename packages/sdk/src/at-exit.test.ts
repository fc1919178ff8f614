import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { accept, eventsOf, openFaultServer } from '../test/fault-server.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program that uses the client and waits until it exits by itself. */
async function run(program: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['--conditions=@assay/source', '--input-type=module', '-e', program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said.stderr += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...said };
}

const program = (url: string, rest: string) => `
  import { Assay } from '@assay/sdk';
  const options = { baseUrl: '${url}', batchDelayMs: 3600000, exitTimeoutMs: 60000 };
  const onDrop = ({ reason, event_ids }) => console.log(reason, event_ids.length);
  ${rest}`;

test('sends recorded evaluations before the process exits', async () => {
  await using server = await openFaultServer(accept);
  const ended = await run(
    program(
      server.url,
      `for (let i = 0; i < 20; i++) new Assay(options).record({ agent_id: 'bot', output: i, passed: true }, { event_id: 'e' + i });`,
    ),
  );
  // twenty clients must not trigger the MaxListeners warning
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(server.received.flatMap(eventsOf).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, i) => `e${i}`).toSorted(),
  );
});

test('delays the exit only up to the timeout if the server is unreachable', async () => {
  await using server = await openFaultServer(() => 'drop');
  const ended = await run(
    program(
      server.url,
      `new Assay({ ...options, exitTimeoutMs: 500, onDrop }).record({ agent_id: 'bot', output: 1, passed: true });`,
    ),
  );
  expect(ended).toEqual({ code: 0, stdout: 'closed 1\n', stderr: '' });
});

test('does not delay the exit with an empty queue', async () => {
  await using server = await openFaultServer(accept);
  const ended = await run(
    program(
      server.url,
      `const assay = new Assay(options);
       assay.record({ agent_id: 'bot', output: 1, passed: true });
       await assay.flush();
       console.log(process.listenerCount('beforeExit'));`,
    ),
  );
  expect(ended).toEqual({ code: 0, stdout: '0\n', stderr: '' });
  expect(server.received).toHaveLength(1);
});

test('a flush keeps the process alive until it resolves', async () => {
  await using server = await openFaultServer((received, index) => (index === 0 ? 'drop' : accept(received)));
  const ended = await run(
    program(
      server.url,
      `const assay = new Assay(options);
       assay.record({ agent_id: 'bot', output: 1, passed: true });
       console.log(await assay.flush({ timeoutMs: 60000 }));`,
    ),
  );
  expect(ended).toEqual({ code: 0, stdout: '0\n', stderr: '' });
});
