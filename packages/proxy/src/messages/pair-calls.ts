import type { IdText, Message } from './read-messages.ts';

/** A tool that was asked for. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  /** When the request came, on the clock of the proxy. */
  readonly started_at: number;
}

/** What an answer of the server is an answer to. */
export type Answered =
  | {
      readonly to: 'call';
      readonly call: ToolCall;
      /** Its request, as the client numbered it. */
      readonly id: IdText;
      /** It was told before, or the client no longer waits: it is not counted once more. */
      readonly is_repeated: boolean;
    }
  /** Another request, or a call that goes on as a task. */
  | { readonly to: 'other' }
  /** Nothing that is known: an answer given twice, or to nobody. */
  | { readonly to: 'nothing' };

interface Asked {
  readonly id: IdText;
  readonly call: ToolCall | undefined;
  /** The client asked for a task, so that the first answer need not be the result. */
  readonly makes_task: boolean;
  /** The task whose result is asked for. */
  readonly task_id: string | undefined;
  is_cancelled: boolean;
}

interface TaskCall {
  readonly call: ToolCall;
  is_told: boolean;
}

// a client that asks and a server that never answers must not fill the memory
const MOST_PENDING = 10_000;
const MOST_TASKS = 1_000;
const LONGEST_NAME = 200;
// what most tools are called, and nothing in it to be mended
const PLAIN_NAME = /^[\w.:/ -]{1,100}$/;

/**
 * Pairs the answers of a server with the requests of its client. Requests of the server, for sampling or
 * elicitation, are numbered by the server and never meet those of the client.
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
    /** Tells the call that a message gives up, if it does. */
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

    /** What an answer is to; undefined for a message that is none. */
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

    /** Calls that nobody answered yet, or ever will. */
    listOpen: (): ToolCall[] =>
      [...pending.values()]
        .flat()
        .flatMap(({ call, is_cancelled }) => (call === undefined || is_cancelled ? [] : [call])),

    /** Calls that were too many to be remembered, since this was last asked. */
    takeForgotten(): number {
      const told = forgotten;
      forgotten = 0;
      return told;
    },

    /** Something was not seen: nothing that is open can be trusted any more. Tells how many calls there were. */
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

/** A name from outside as a database takes it: whole characters, no controls, of a length one can read. */
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

// 1 and 1.0 are one number; "1" is another id
const idKey = (id: IdText): string => (id.startsWith('"') ? id : numberKey(id));

function numberKey(id: IdText): string {
  const value = Number(id);
  return Number.isSafeInteger(value) ? String(value) : id;
}

// clients read "1" as 1 too, so that an answer with another spelling of an id is still an answer
function findLoosely(id: IdText, keys: Iterable<string>): string | undefined {
  const value = Number(plain(id));
  if (Number.isNaN(value)) return undefined;
  for (const key of keys) if (Number(plain(key)) === value) return key;
  return undefined;
}

const plain = (id: string): string => (id.startsWith('"') ? (JSON.parse(id) as string) : id);
