import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createApprovals } from './approvals.ts';
import { readTranscript } from './read-transcript.ts';
import { openhandsEvents } from './readers/openhands-events.ts';
import { createRecording } from './recording.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/transcripts/', import.meta.url));

test.each([
  { asked: '2026-11-17T10:00:00.000Z', answered: '2026-11-17T10:00:02.500Z', waits: [2500], why: 'both are timed' },
  { asked: 1000, answered: 4000, waits: [3000], why: 'in milliseconds' },
  { asked: undefined, answered: '2026-11-17T10:00:02.500Z', waits: [], why: 'the question has no time' },
  { asked: '2026-11-17T10:00:00.000Z', answered: 'soon', waits: [], why: 'the answer has no time' },
])('waits $waits: $why', ({ asked, answered, waits }) => {
  const found: number[] = [];
  const approvals = createApprovals({ waited: (_, ms) => found.push(ms) });
  approvals.ask('q', asked);
  approvals.answer('q', answered, 'call');
  expect(found).toEqual(waits);
});

test.each([
  { file: 'copilot/success.events.jsonl', waits: { call_1: 1000 } },
  { file: 'claude/basic.session.jsonl', waits: {} },
  // answered by the configuration, not by a person
  { file: 'otlp/claude-2.1.325.traces.jsonl', waits: {} },
])('$file: calls waited $waits', async ({ file, waits }) => {
  const { entries } = await readTranscript(`${FIXTURES}${file}`);
  const waited = entries.filter(({ waited_ms }) => waited_ms !== undefined).map((one) => [one.tool_id, one.waited_ms]);
  expect(Object.fromEntries(waited)).toEqual(waits);
});

test('OpenHands: a call waits while the state is awaiting_user_confirmation', () => {
  const recording = createRecording();
  const reading = openhandsEvents.open(recording.recorder);
  const event = (seconds: number, fields: object) => ({
    source: 'agent',
    timestamp: `2026-11-17T10:00:0${seconds}.000`,
    ...fields,
  });
  const state = (agent_state: string) => ({ observation: 'agent_state_changed', content: '', extras: { agent_state } });
  reading.read(event(0, { id: 1, action: 'run', args: { command: 'ls' } }));
  reading.read(event(1, state('awaiting_user_confirmation')));
  reading.read(event(5, state('user_confirmed')));
  reading.read(event(6, { id: 2, cause: 1, observation: 'run', content: 'a', extras: { metadata: { exit_code: 0 } } }));
  expect(recording.drain().at(-1)).toMatchObject({ type: 'tool_result', waited_ms: 4000 });
});
