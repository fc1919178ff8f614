import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Side } from './thread-messages.ts';
import {
  ASLEEP,
  LOOKS,
  RECORD_HEADER,
  SEGMENT_HEADER,
  type Segment,
  spaceOf,
  type TrailMessage,
  type TrailState,
  viewSegment,
  WAITING,
  WRITTEN,
} from './trail.ts';

/** Bytes that went by, and how many before them of the same side went by unseen. */
interface TrailRecord {
  readonly side: Side;
  readonly bytes: Buffer;
  readonly at: number;
  readonly missed: number;
}

interface FollowOptions {
  readonly state: TrailState;
  readonly ports: Readonly<Record<Side, MessagePort>>;
  readonly onRecord: (record: TrailRecord) => void;
  /** Somebody has written something while this one rested. */
  readonly onWoken: () => void;
}

/** The reader of the trails of both sides, in the order of what happened. */
export function followTrails({ state, ports, onRecord, onWoken }: FollowOptions) {
  const trails = { client: openTrail(ports.client, 'client'), server: openTrail(ports.server, 'server') };
  for (const side of ['client', 'server'] as const) {
    ports[side].on('message', (message: TrailMessage) => {
      trails[side].take(message);
      onWoken();
    });
  }
  let looked = 0;

  const next = (): TrailRecord | undefined => {
    // in this order: the question of an answer that is there already is there too
    const server = trails.server.peek();
    const client = trails.client.peek();
    if (server === undefined || (client !== undefined && client.at <= server.at)) {
      if (client !== undefined) trails.client.advance(client);
      return client;
    }
    trails.server.advance(server);
    return server;
  };

  return {
    waiting: (): number => Atomics.load(state, WAITING),
    /** How much has come so far, looked at or not. */
    arrived: (): number => looked + Atomics.load(state, WAITING),
    /** Hands over what is there, for about so long; whether that was all. */
    look(patience_ms: number): boolean {
      const until = performance.now() + patience_ms;
      let record: TrailRecord | undefined;
      do {
        record = next();
        if (record === undefined) break;
        onRecord(record);
        looked += record.bytes.length;
        Atomics.sub(state, WAITING, record.bytes.length);
      } while (performance.now() < until);
      // whoever waits for room
      Atomics.add(state, LOOKS, 1);
      Atomics.notify(state, LOOKS);
      return record === undefined;
    },
    /** Rests until something is written; false if that is so already. */
    rest(): boolean {
      Atomics.store(state, ASLEEP, 1);
      return Atomics.load(state, WAITING) === 0 || Atomics.exchange(state, ASLEEP, 0) === 0;
    },
  };
}

function openTrail(port: MessagePort, side: Side) {
  const segments: Segment[] = [];
  let offset = SEGMENT_HEADER;

  const take = (message: TrailMessage): void => {
    if (message !== null) segments.push(viewSegment(message));
  };
  const peek = (): TrailRecord | undefined => {
    for (;;) {
      const [segment] = segments;
      if (segment !== undefined && offset < Atomics.load(segment.words, WRITTEN)) {
        const length = segment.view.getInt32(offset + 8);
        const from = offset + RECORD_HEADER;
        return {
          side,
          bytes: segment.bytes.subarray(from, from + length),
          at: segment.view.getFloat64(offset),
          missed: segment.view.getInt32(offset + 12),
        };
      }
      // one is followed by another only when it is full
      if (segments.length < 2) {
        const more = receiveMessageOnPort(port);
        if (more === undefined) return undefined;
        take(more.message as TrailMessage);
      } else {
        segments.shift();
        offset = SEGMENT_HEADER;
      }
    }
  };
  const advance = ({ bytes }: TrailRecord): void => {
    offset += spaceOf(bytes.length);
  };
  return { take, peek, advance };
}
