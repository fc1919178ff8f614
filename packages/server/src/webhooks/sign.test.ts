import { expect, test } from 'vitest';
import { signedHeaders } from './sign.ts';

const message = { event_id: 'evt_run-graded_run_1_1', timestamp_s: 1_731_705_121, body: '{"a":1}' };

test('signs like another implementation of Standard Webhooks', () => {
  expect(signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'evt_run-graded_run_1_1',
    'webhook-timestamp': '1731705121',
    'webhook-signature': 'v1,eRgsYPWTHxFOWKlpTKr2jAWngCkbf03z+UbeuH1kqXY=',
  });
});

test('every valid secret signs, newest first', () => {
  const [first, second] = ['whsec_AAAA', 'whsec_BBBB'];
  const alone = [first, second].map((secret) => signedHeaders(message, [secret])['webhook-signature']);
  expect(signedHeaders(message, [first, second])['webhook-signature']).toBe(alone.join(' '));
});

test.each([
  { ...message, event_id: 'evt_2', why: 'another event' },
  { ...message, timestamp_s: 1_731_705_122, why: 'another time' },
  { ...message, body: '{"a":2}', why: 'another body' },
])('$why gives another signature', (other) => {
  const signature = (signed: typeof message) => signedHeaders(signed, ['whsec_AAAA'])['webhook-signature'];
  expect(signature(other)).not.toBe(signature(message));
});
