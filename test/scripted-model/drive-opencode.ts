import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Works with opencode like a person in its terminal: starts it, gives one instruction and waits until its hook lets it
 * end. `opencode run` ends by itself before a hook can answer.
 */

const [program = '', instruction = ''] = process.argv.slice(2);

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address() as { port: number };
probe.close();

const child = spawn(program, ['serve', '--hostname', '127.0.0.1', '--port', String(port)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
process.on('exit', () => child.kill());
for await (const line of createInterface({ input: child.stdout })) if (line.includes('listening on')) break;

async function post(path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
}

const { id } = await post('/session', {});
await post(`/session/${id}/message`, { parts: [{ type: 'text', text: instruction }] });

interface Log {
  readonly decisions: readonly { readonly event: string; readonly decision: string }[];
}
const hasEnded = (): boolean => {
  const { decisions } = JSON.parse(execFileSync('assay', ['hook', 'log', '--json'], { encoding: 'utf8' })) as Log;
  return decisions.some(({ event, decision }) => event === 'stop' && decision === 'passed');
};
while (!hasEnded()) await sleep(500);
process.exit(0);
