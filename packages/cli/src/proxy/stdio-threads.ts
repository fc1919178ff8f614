import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Forwarded, ForwardOptions } from './forward-thread.ts';
import { openPipes } from './open-pipes.ts';
import { type Ending, endSoon, FIRM_MS, forwardSignals, startServer, whenEnded, whenSilent } from './server-process.ts';
import type { CommandOptions } from './stdio-streams.ts';
import { FORWARDING, startThread } from './threads.ts';

/**
 * As `proxyStreams`, and faster: a thread for either direction that waits for its pipe and nothing else. Undefined
 * where there are no such pipes to be had, before anything was started.
 */
export async function proxyThreads(
  command: readonly string[],
  { environment, inspection, grace_ms, tell, signal }: CommandOptions,
): Promise<Ending | undefined> {
  const pipes = openPipes();
  if (pipes === undefined) return undefined;
  const { requests, answers } = pipes;
  const stdio = [requests.read, answers.write, 'inherit'] as const;
  const child = await startServer(command, { env: environment, stdio: [...stdio] }).finally(() => {
    for (const descriptor of [requests.read, answers.write]) closeSync(descriptor);
  });
  const ending = whenEnded(child);
  signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  let hasLeft = false;
  using _signals = forwardSignals(child, { isTerminal: isatty(0), hasLeft: () => hasLeft });

  const toServer = startForwarding({ from: 0, to: requests.write, ...inspection.handOut('client') }, tell);
  const toClient = startForwarding({ from: answers.read, to: 1, ...inspection.handOut('server') }, tell);
  let is_held = true;
  void toServer.done.then((how) => {
    is_held = false;
    closeSync(requests.write);
    hasLeft = how === 'read_closed';
    if (hasLeft) endSoon(child, { grace_ms, heard: toClient.passed });
  });
  // what the server started may hold its pipe for as long as it likes; the server is gone all the same
  const abandoned = ending.then(
    () =>
      new Promise<void>((resolve) => {
        const silence = whenSilent(FIRM_MS, toClient.passed, resolve);
        void toClient.done.then(() => silence.stop());
      }),
  );
  const isTold = await Promise.race([toClient.done.then(() => true), abandoned.then(() => false)]);
  if (isTold) closeOutput(answers.read);
  const ended = await ending;
  return { ...ended, is_held: is_held || !isTold };
}

function startForwarding(options: Omit<ForwardOptions, 'passed'>, tell: (text: string) => void) {
  const passed = new Int32Array(new SharedArrayBuffer(4));
  const workerData: ForwardOptions = { ...options, passed };
  const worker = startThread(FORWARDING, { workerData, transferList: [options.port] });
  return {
    passed: (): number => Atomics.load(passed, 0),
    done: new Promise<Forwarded>((resolve) => {
      worker.on('message', resolve);
      worker.on('error', (fault) => {
        tell(`nothing is passed on any more: ${fault.message}`);
        resolve('write_closed');
      });
    }),
  };
}

// a server may close its output and live on; the client is to see the one, and not wait for the other
function closeOutput(answers: number): void {
  closeSync(answers);
  closeSync(1);
  // takes the place of the descriptor, which no other file must have
  openSync('/dev/null', 'w');
}
