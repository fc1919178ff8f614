/** What is logged. Each level includes the ones before it. */
export const LOG_LEVELS = ['error', 'warn', 'info'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** A log, one event per line. Never contains request values: paths without query, no headers. */
export interface Log {
  write(level: LogLevel, event: string, fields: Fields): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** `text` for people, `json` for programs. */
  readonly format: 'text' | 'json';
  readonly writeLine: (line: string) => void;
  readonly now: () => number;
}

/** A log of the events up to a level. */
export function createLog({ level: most, format, writeLine, now }: LogOptions): Log {
  return {
    write(level, event, fields) {
      if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(most)) return;
      const at = new Date(now()).toISOString();
      writeLine(
        format === 'json'
          ? `${JSON.stringify({ at, level, event, ...fields })}\n`
          : `${at} ${level} ${event}${Object.entries(fields).map(drawField).join('')}\n`,
      );
    },
  };
}

const drawField = ([name, value]: [string, Fields[string]]): string =>
  ` ${name}=${typeof value === 'string' ? quote(value) : value}`;

// anything but plain words is quoted, so that no value can forge a line, a field or an escape sequence
const quote = (text: string): string => (/^[\w./:@+-]+$/.test(text) ? text : escapeAll(JSON.stringify(text)));

const escapeAll = (text: string): string =>
  text.replace(/[\u007f-\u009f\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A log that discards everything. */
export const SILENT: Log = { write: () => undefined };
