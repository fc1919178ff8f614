import { randomBytes, randomUUID } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createCheckRunner } from './check-runner.ts';
import { followTrails } from './follow-trails.ts';
import { createInspector } from './inspector.ts';
import { createInstantOf } from './instant-of.ts';
import { lookInLulls } from './look-in-lulls.ts';
import { openLog } from './open-log.ts';
import type { FromThread, ThreadOptions, ToThread } from './thread-messages.ts';

// how large a chunk is that may hold the end of a large message
const LARGE = 16 * 1024;

/** The other end of an inspection: judges what it is shown, keeps it and sends it. Ends when it is told to. */
export async function inspectOnThread(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('expected to be a thread');
  const { agent_id, latency_ref_ms, checks, folder, destination, time_origin, is_awaited, trails, state } =
    workerData as ThreadOptions;
  if (!is_awaited) giveWay();
  const say = (message: FromThread): void => port.postMessage(message);
  const tell = (text: string): void => say({ kind: 'told', text });
  const log = openLog({
    folder,
    destination: destination?.fingerprint ?? null,
    now: Date.now,
    suffix: `${process.pid}-${randomBytes(4).toString('hex')}`,
    onFault: (fault) => tell(`evaluations cannot be kept in ${folder}: ${fault.message}`),
  });
  // who sends nothing does not load what sends
  const courier =
    destination === null
      ? undefined
      : (await import('./courier.ts')).startCourier({ folder, destination, tell, random: drawRandom });
  const inspector = createInspector({
    agent_id,
    latency_ref_ms,
    runChecks: createCheckRunner(checks),
    add(line) {
      log.add(line);
      courier?.wake();
    },
    createEventId: randomUUID,
    instantOf: createInstantOf(time_origin),
  });

  const looks = lookInLulls((onWoken) => {
    const follower = followTrails({
      state,
      ports: trails,
      onWoken,
      onRecord({ side, bytes, at, missed }) {
        if (missed > 0) inspector.miss({ client: 0, server: 0, [side]: missed }, at);
        // what may take long comes after what is known is safe
        if (bytes.length > LARGE) log.flush();
        inspector.see(side, bytes, at);
      },
    });
    return {
      ...follower,
      look(patience_ms) {
        const isAll = follower.look(patience_ms);
        log.flush();
        if (is_awaited) say({ kind: 'looked' });
        return isAll;
      },
    };
  });

  await new Promise<void>((resolve) => {
    port.on('message', (message: ToThread) => {
      switch (message.kind) {
        case 'decide': {
          looks.finish();
          const { bytes, ...piece } = message.piece;
          say({ kind: 'decided', decision: inspector.decide({ ...piece, bytes: bytes && toBuffer(bytes) }) });
          log.flush();
          break;
        }
        case 'end':
          looks.finish();
          inspector.end(message.at);
          resolve();
          break;
      }
    });
  });
  log.flush();
  await courier?.close();
  const { dropped } = log.close();
  say({ kind: 'ended', dropped });
  for (const open of [port, trails.client, trails.server]) open.close();
}

const drawRandom = (): number => (randomBytes(1)[0] as number) / 256;

// on Linux this is the priority of the thread alone: where there are not enough cores, looking waits for forwarding
function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
}

// the same bytes, under another name
const toBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);
