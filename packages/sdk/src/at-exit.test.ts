import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { accept, eventsOf, openFaultServer } from '../test/fault-server.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program that uses the client; it ends by itself, or the test does not. */
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

test('a process that just ends sends what was recorded first', async () => {
  await using server = await openFaultServer(accept);
  const ended = await run(
    program(
      server.url,
      `for (let i = 0; i < 20; i++) new Assay(options).record({ agent_id: 'bot', output: i, passed: true }, { event_id: 'e' + i });`,
    ),
  );
  // twenty clients, and no warning about as many listeners
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(server.received.flatMap(eventsOf).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, i) => `e${i}`).toSorted(),
  );
});

test('a server that is not there holds up the end for a while, and no longer', async () => {
  await using server = await openFaultServer(() => 'drop');
  const ended = await run(
    program(
      server.url,
      `new Assay({ ...options, exitTimeoutMs: 500, onDrop }).record({ agent_id: 'bot', output: 1, passed: true });`,
    ),
  );
  expect(ended).toEqual({ code: 0, stdout: 'closed 1\n', stderr: '' });
});

test('a client that has nothing to send does not hold up anything', async () => {
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

test('somebody who waits for a flush gets it, also when nothing else keeps the process alive', async () => {
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
