import { expect, test } from 'vitest';
import { createLog, type LogLevel, type LogOptions } from './log.ts';

function logged(options: Pick<LogOptions, 'level' | 'format'>, write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = [];
  write(createLog({ ...options, writeLine: (line) => lines.push(line), now: () => Date.UTC(2026, 0, 2) }));
  return lines;
}

test.each<{ level: LogLevel; events: string[] }>([
  { level: 'error', events: ['fault'] },
  { level: 'warn', events: ['fault', 'sink_failed'] },
  { level: 'info', events: ['fault', 'sink_failed', 'request'] },
])('$level logs $events', ({ level, events }) => {
  const lines = logged({ level, format: 'json' }, (log) => {
    log.write('error', 'fault', { message: 'a' });
    log.write('warn', 'sink_failed', { lost: 1 });
    log.write('info', 'request', { status: 200 });
  });
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(events);
});

test('as JSON', () => {
  const [line] = logged({ level: 'info', format: 'json' }, (log) => log.write('info', 'request', { status: 200 }));
  expect(line).toBe('{"at":"2026-01-02T00:00:00.000Z","level":"info","event":"request","status":200}\n');
});

test('as text, where no value can forge a line, a field or an escape sequence', () => {
  const [line] = logged({ level: 'info', format: 'text' }, (log) =>
    log.write('info', 'request', {
      path: '/v1/runs',
      message: 'a\nerror fault x=1\u001b[2J\u009b2J',
      ok: true,
      code: null,
    }),
  );
  expect(line).toBe(
    '2026-01-02T00:00:00.000Z info request path=/v1/runs message="a\\nerror fault x=1\\u001b[2J\\u009b2J" ok=true code=null\n',
  );
});
