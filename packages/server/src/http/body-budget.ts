import { AssayError } from '@assay/schema';

/** Of bodies that are being received or read. One that does not fit into memory is stored on disk. */
export interface BodyBudgets {
  readonly memory: BodyBudget;
  readonly disk: BodyBudget;
}

/** Counts the bytes of bodies, for the process and for each owner. */
export interface BodyBudget {
  /** Throws if there is no room for more. */
  take(owner: string, bytes: number): void;
  giveBack(owner: string, bytes: number): void;
  /** Throws if a body of this size would have no room. */
  requireRoom(owner: string, bytes: number): void;
  hasRoom(owner: string, bytes: number): boolean;
}

export interface BodyBudgetOptions {
  readonly max_bytes: number;
}

export interface BodyShare extends BodyBudgetOptions {
  readonly processes: number;
  readonly largest_body_bytes: number;
}

const RETRY_AFTER_S = 5;

/** The part of one of several processes. Half of it, which an owner has, is enough for the largest body. */
export const shareBodyBudget = ({ max_bytes, processes, largest_body_bytes }: BodyShare): BodyBudgetOptions => ({
  max_bytes: Math.min(max_bytes, Math.max(max_bytes / processes, 2 * largest_body_bytes)),
});

/** Limits the space of bodies. An owner has half of it, so that one alone cannot use up everything. */
export function createBodyBudget({ max_bytes }: BodyBudgetOptions): BodyBudget {
  const used = new Map<string, number>();
  let total = 0;
  const isOverHalf = (owner: string, bytes: number): boolean => (used.get(owner) ?? 0) + bytes > max_bytes / 2;
  const requireRoom = (owner: string, bytes: number): void => {
    if (isOverHalf(owner, bytes))
      throw full(
        'rate_limited',
        'your uploads that are not processed yet take too much space; send the next one later',
      );
    if (total + bytes > max_bytes)
      throw full('server_busy', 'uploads that are not processed yet take too much space; send it again later');
  };
  const add = (owner: string, bytes: number): void => {
    total += bytes;
    const left = (used.get(owner) ?? 0) + bytes;
    if (left === 0) used.delete(owner);
    else used.set(owner, left);
  };
  return {
    requireRoom,
    hasRoom: (owner, bytes) => !isOverHalf(owner, bytes) && total + bytes <= max_bytes,
    take(owner, bytes) {
      requireRoom(owner, bytes);
      add(owner, bytes);
    },
    giveBack: (owner, bytes) => add(owner, -bytes),
  };
}

const full = (code: 'rate_limited' | 'server_busy', message: string): AssayError =>
  new AssayError(code, message, { cause: { retry_after_s: RETRY_AFTER_S } });
