import type { IdText, Message } from './read-messages.ts';

/** A tool call. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  /** When the request arrived, on the clock of the proxy. */
  readonly started_at: number;
}

/** The request that an answer of the server belongs to. */
export type Answered =
  | {
      readonly to: 'call';
      readonly call: ToolCall;
      /** The id of the request, as the client wrote it. */
      readonly id: IdText;
      /** Already answered or cancelled: not counted again. */
      readonly is_repeated: boolean;
    }
  /** Another request, or a call that continues as a task. */
  | { readonly to: 'other' }
  /** No known request: a second answer, or an unknown id. */
  | { readonly to: 'nothing' };

interface Asked {
  readonly id: IdText;
  readonly call: ToolCall | undefined;
  /** The client asked for a task, so the first answer may not be the result. */
  readonly makes_task: boolean;
  /** The task whose result is requested. */
  readonly task_id: string | undefined;
  is_cancelled: boolean;
}

interface TaskCall {
  readonly call: ToolCall;
  is_told: boolean;
}

// bounds the memory when a server never answers
const MOST_PENDING = 10_000;
const MOST_TASKS = 1_000;
const LONGEST_NAME = 200;
// most tool names, which need no cleaning
const PLAIN_NAME = /^[\w.:/ -]{1,100}$/;

/**
 * Pairs the answers of a server with the requests of its client. Requests of the server, for sampling or elicitation,
 * have separate ids and are not paired.
 */
export function createPairing() {
  const pending = new Map<string, Asked[]>();
  const tasks = new Map<string, TaskCall>();
  let count = 0;
  let forgotten = 0;

  const add = (asked: Asked): void => {
    const key = idKey(asked.id);
    const same = pending.get(key);
    if (same === undefined) pending.set(key, [asked]);
    else same.push(asked);
    if (++count > MOST_PENDING) forget();
  };
  const forget = (): void => {
    const [[key, asked] = ['', []]] = pending;
    pending.delete(key);
    count -= asked.length;
    forgotten += asked.filter(({ call }) => call !== undefined).length;
  };
  const take = (id: IdText): Asked | undefined => {
    const own = idKey(id);
    const key = pending.has(own) ? own : findLoosely(id, pending.keys());
    const same = key === undefined ? undefined : pending.get(key);
    if (key === undefined || same === undefined) return undefined;
    const asked = same.shift();
    count--;
    if (same.length === 0) pending.delete(key);
    return asked;
  };
  const addTask = (task_id: string, call: ToolCall): void => {
    if (tasks.size >= MOST_TASKS) tasks.delete(tasks.keys().next().value as string);
    tasks.set(task_id, { call, is_told: false });
  };

  return {
    /** Takes a message of the client. Returns the call that it cancels, if any. */
    fromClient(message: Message, at: number): ToolCall | undefined {
      if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
        const id = field(message.params, 'requestId');
        if (typeof id !== 'string' && typeof id !== 'number') return undefined;
        const asked = pending.get(idKey(JSON.stringify(id)))?.find(({ is_cancelled }) => !is_cancelled);
        if (asked === undefined) return undefined;
        asked.is_cancelled = true;
        return asked.call;
      }
      if (message.kind !== 'request') return undefined;
      const { id, method, params } = message;
      const isCall = method === 'tools/call';
      const task = field(params, 'taskId');
      add({
        id,
        call: isCall
          ? { tool: readToolName(params), input: field(params, 'arguments') ?? {}, started_at: at }
          : undefined,
        makes_task: isCall && field(params, 'task') !== undefined,
        task_id: method === 'tasks/result' && typeof task === 'string' ? task : undefined,
        is_cancelled: false,
      });
      return undefined;
    },

    /** What an answer belongs to; undefined for a message that is not an answer. */
    fromServer(message: Message): Answered | undefined {
      if (message.kind !== 'answer') return undefined;
      const asked = take(message.id);
      if (asked === undefined) return { to: 'nothing' };
      const { id, call, task_id, is_cancelled } = asked;
      if (call !== undefined) {
        const created = asked.makes_task ? field(field(message.result, 'task'), 'taskId') : undefined;
        if (typeof created !== 'string') return { to: 'call', call, id, is_repeated: is_cancelled };
        addTask(created, call);
        return { to: 'other' };
      }
      const task = task_id === undefined ? undefined : tasks.get(task_id);
      if (task === undefined) return { to: 'other' };
      const is_repeated = task.is_told;
      task.is_told = true;
      return { to: 'call', call: task.call, id, is_repeated };
    },

    /** Calls without an answer. */
    listOpen: (): ToolCall[] =>
      [...pending.values()]
        .flat()
        .flatMap(({ call, is_cancelled }) => (call === undefined || is_cancelled ? [] : [call])),

    /** Number of calls dropped since the last call, because too many were open. */
    takeForgotten(): number {
      const told = forgotten;
      forgotten = 0;
      return told;
    },

    /** Forgets all open requests, after traffic was missed. Returns how many calls were open. */
    reset(): number {
      const open = this.listOpen().length;
      pending.clear();
      count = 0;
      return open;
    },
  };
}

const readToolName = (params: unknown): string => {
  const name = field(params, 'name');
  return (typeof name === 'string' && toName(name)) || '(unknown)';
};

/** A name that is safe to store and print: well-formed, without control characters, of limited length. */
export const toName = (text: string): string =>
  PLAIN_NAME.test(text)
    ? text
    : text
        .slice(0, LONGEST_NAME * 2)
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' ')
        .normalize('NFC')
        .slice(0, LONGEST_NAME)
        .toWellFormed();

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

// 1 and 1.0 are the same number; "1" is a different id
const idKey = (id: IdText): string => (id.startsWith('"') ? id : numberKey(id));

function numberKey(id: IdText): string {
  const value = Number(id);
  return Number.isSafeInteger(value) ? String(value) : id;
}

// some clients accept "1" for 1, so an id in another spelling still matches
function findLoosely(id: IdText, keys: Iterable<string>): string | undefined {
  const value = Number(plain(id));
  if (Number.isNaN(value)) return undefined;
  for (const key of keys) if (Number(plain(key)) === value) return key;
  return undefined;
}

const plain = (id: string): string => (id.startsWith('"') ? (JSON.parse(id) as string) : id);
