import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { Forwarded, ForwardOptions } from './forward-thread.ts';
import { type Ending, endSoon, FIRM_MS, forwardSignals, startServer, whenEnded, whenSilent } from './server-process.ts';
import type { CommandOptions } from './stdio-server.ts';
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

interface Pipe {
  readonly read: number;
  readonly write: number;
}

// a thread can wait for a pipe of the kernel; for the sockets that node gives to children it cannot.
// node cannot ask for a pipe, but it can open a named one; without its name it is a pipe like any other
function openPipes(): { requests: Pipe; answers: Pipe } | undefined {
  if (process.platform !== 'linux') return undefined;
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'));
    const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')];
    execFileSync('mkfifo', ['-m', '600', requests, answers], { stdio: 'ignore' });
    return { requests: openNamed(requests), answers: openNamed(answers) };
  } catch {
    // no folder to write to, or no such program
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

// either end waits for the other when it is opened, unless someone holds both
function openNamed(name: string): Pipe {
  const both = openSync(name, constants.O_RDWR | constants.O_NONBLOCK);
  const pipe = { read: openSync(name, constants.O_RDONLY), write: openSync(name, constants.O_WRONLY) };
  closeSync(both);
  return pipe;
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
