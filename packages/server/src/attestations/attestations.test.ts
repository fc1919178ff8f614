import { generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJson } from '@assay/harness';
import type { DsseEnvelope, Evaluation, KeyDirectory, ReputationStatement, RunStatement } from '@assay/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { buildGrade, buildRun, createWorkspace } from '../../test/runs.ts';
import { openTestApi, type TestApi } from '../../test/server.ts';
import { encodeForSigning } from './dsse.ts';
import { toPublicKey } from './public-key.ts';
import { readKeys } from './read-keys.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import { verifyAttestation } from './verify-attestation.ts';
import { verifyWindow } from './verify-window.ts';

let api: TestApi;
let envelope: DsseEnvelope;
let directory: KeyDirectory;
beforeAll(async () => {
  api = await openTestApi();
  await send('attested', 60);
  envelope = await read('/v1/reputation/attested/attestation');
  directory = await read('/.well-known/assay-keys.json');
}, 60_000);
afterAll(() => api[Symbol.asyncDispose]());

const read = async <Answer>(path: string): Promise<Answer> => {
  const response = await api.request(path);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
};

async function send(agent_id: string, count: number): Promise<void> {
  const evaluations = Array.from({ length: count }, (_, n) => ({
    event_id: `${agent_id}-${n}`,
    agent_id,
    output: n,
    passed: n % 3 !== 0,
    latency_ms: n,
  }));
  await api.request('/v1/ingest', { method: 'POST', body: { evaluations } });
}

const check = (given: unknown, options: Partial<{ directory: KeyDirectory; now: number }> = {}) =>
  verifyAttestation(given, { directory, now: Date.now(), ...options });
const payloadOf = ({ payload }: DsseEnvelope): string => Buffer.from(payload, 'base64').toString();
const withPayload = (payload: string): DsseEnvelope => ({
  ...envelope,
  payload: Buffer.from(payload).toString('base64'),
});
const DAY = 86_400_000;

test('attests the reputation of an agent, verifiable with the key alone', async () => {
  const result = check(envelope);
  expect(result).toMatchObject({ valid: true, kid: directory.keys[0]?.kid });
  const { score, interval } = await read<{ score: number; interval: object }>('/v1/reputation/attested');
  expect(JSON.parse(payloadOf(envelope))).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: `agent:${api.organization_id}/attested`, digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ],
    predicate: {
      formula: 'reputation',
      formula_version: '1',
      score,
      interval,
      eval_count: 60,
      window: { from_seq: 1, to_seq: 60, n: 60 },
    },
  });
});

test('attests no score below 50 evaluations, not even for the owner', async () => {
  await send('young', 37);
  const young = await read<DsseEnvelope>('/v1/reputation/young/attestation');
  const { predicate } = JSON.parse(payloadOf(young)) as ReputationStatement;
  expect(predicate).toMatchObject({ score: null, calibration: '37/50', lifecycle: 'calibrating' });
  expect(predicate).not.toHaveProperty('interval');
  expect(check(young)).toMatchObject({ valid: true });
});

const stranger = generateKeyPairSync('ed25519');
const strangersKey = toPublicKey(stranger.publicKey);
const strangersDirectory: KeyDirectory = { keys: [strangersKey], revoked: [] };
const signedByStranger = (payload: string, keyid: string): DsseEnvelope => ({
  ...withPayload(payload),
  signatures: [
    { keyid, sig: sign(null, encodeForSigning(Buffer.from(payload)), stranger.privateKey).toString('base64') },
  ],
});

test.each<{ why: string; reason: string; refuse: () => ReturnType<typeof check> }>([
  {
    why: 'another score',
    reason: 'tampered',
    refuse: () => check(withPayload(payloadOf(envelope).replace(/"score":\d+/, '"score":999'))),
  },
  {
    why: 'a later expiry',
    reason: 'tampered',
    refuse: () => check(withPayload(payloadOf(envelope).replace(/"expires_at":"2\d/, '"expires_at":"29'))),
  },
  {
    why: 'the id of a trusted key on the signature of another',
    reason: 'tampered',
    refuse: () => check(signedByStranger(payloadOf(envelope), directory.keys[0]?.kid ?? '')),
  },
  {
    why: 'an untrusted key',
    reason: 'wrong_key',
    refuse: () => check(envelope, { directory: strangersDirectory }),
  },
  {
    why: 'the signature of a stranger',
    reason: 'wrong_key',
    refuse: () => check(signedByStranger(payloadOf(envelope), strangersKey.kid)),
  },
  {
    why: 'the key of a stranger under a trusted id',
    reason: 'tampered',
    refuse: () =>
      check(signedByStranger(payloadOf(envelope), directory.keys[0]?.kid ?? ''), {
        directory: { keys: [{ ...strangersKey, kid: directory.keys[0]?.kid ?? '' }], revoked: [] },
      }),
  },
  { why: 'a month later', reason: 'expired', refuse: () => check(envelope, { now: Date.now() + 31 * DAY }) },
  { why: 'before it was issued', reason: 'not_yet_valid', refuse: () => check(envelope, { now: Date.now() - DAY }) },
  {
    why: 'its key was revoked',
    reason: 'revoked',
    refuse: () =>
      check(envelope, {
        directory: {
          ...directory,
          revoked: [{ kid: directory.keys[0]?.kid ?? '', revoked_at: '2026-01-01T00:00:00.000Z', reason: 'lost' }],
        },
      }),
  },
  {
    why: 'fields in another order',
    reason: 'reordered',
    refuse: () =>
      check(
        withPayload(
          JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(payloadOf(envelope)) as object).toReversed())),
        ),
      ),
  },
  {
    why: 'spaces between the fields',
    reason: 'reordered',
    refuse: () => check(withPayload(JSON.stringify(JSON.parse(payloadOf(envelope)), null, 2))),
  },
  { why: 'no envelope', reason: 'malformed', refuse: () => check({ payload: 1 }) },
  { why: 'nothing', reason: 'malformed', refuse: () => check(null) },
  { why: 'no signature', reason: 'malformed', refuse: () => check({ ...envelope, signatures: [] }) },
  { why: 'another type', reason: 'malformed', refuse: () => check({ ...envelope, payloadType: 'text/plain' }) },
  { why: 'not base64', reason: 'malformed', refuse: () => check({ ...envelope, payload: '{}' }) },
  {
    why: 'signed, but not a statement',
    reason: 'malformed',
    refuse: () => check(signedByStranger('{"_type":"x"}', strangersKey.kid), { directory: strangersDirectory }),
  },
  {
    why: 'signed, but not JSON',
    reason: 'malformed',
    refuse: () => check(signedByStranger('hello', strangersKey.kid), { directory: strangersDirectory }),
  },
])('rejects as $reason: $why', ({ reason, refuse }) => {
  expect(refuse()).toMatchObject({ valid: false, reason, detail: expect.stringMatching(/./) });
});

test('detects a change of any byte', () => {
  const bytes = Buffer.from(envelope.payload, 'base64');
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ change;
      expect(check({ ...envelope, payload: changed.toString('base64') })).toMatchObject({
        valid: false,
        reason: 'tampered',
      });
    }),
    { numRuns: 50 },
  );
});

test('verifies the evaluations of the window', async () => {
  const result = check(envelope);
  if (!result.valid) throw new Error(result.detail);
  const statement = result.statement as ReputationStatement;
  const { items } = await read<{ items: Evaluation[] }>('/v1/evaluations?agent_id=attested&limit=200');
  const window = items.toReversed();
  expect(verifyWindow(statement, window)).toBe(null);
  expect(verifyWindow(statement, items)).toMatchObject({ reason: 'reordered' });
  expect(verifyWindow(statement, window.slice(1))).toMatchObject({ reason: 'window_mismatch' });
  const better = window.map((one) => ({ ...one, passed: true }));
  expect(verifyWindow(statement, better)).toMatchObject({ reason: 'window_mismatch' });
  const forged = { ...statement, predicate: { ...statement.predicate, score: 1000 } } as ReputationStatement;
  expect(verifyWindow(forged, window)).toMatchObject({ reason: 'window_mismatch' });
});

test('signatures of rotated keys stay valid, those of revoked keys do not', async () => {
  await using own = await openTestApi();
  const get = async <Answer>(path: string): Promise<Answer> => (await (await own.request(path)).json()) as Answer;
  const attest = () => get<DsseEnvelope>('/v1/reputation/any/attestation');
  const keys = () => get<KeyDirectory>('/.well-known/assay-keys.json');
  const verify = async (given: DsseEnvelope) => verifyAttestation(given, { directory: await keys(), now: Date.now() });

  const first = await attest();
  const kid = await rotateSigningKey(own.store);
  const second = await attest();
  expect(second.signatures[0]?.keyid).toBe(kid);
  expect(first.signatures[0]?.keyid).not.toBe(kid);
  expect([await verify(first), await verify(second)]).toMatchObject([{ valid: true }, { valid: true }]);
  expect((await keys()).keys.map(({ retired_at }) => retired_at === null)).toEqual([true, false]);

  await own.store.signing_keys.revoke({ kid, reason: 'the disk was stolen' });
  expect(await verify(second)).toMatchObject({
    valid: false,
    reason: 'revoked',
    detail: expect.stringContaining('stolen'),
  });
  expect(await verify(first)).toMatchObject({ valid: true });
  // a new key signs, and the private key of the revoked one is deleted
  const third = await attest();
  expect(await verify(third)).toMatchObject({ valid: true });
  expect((await keys()).revoked).toMatchObject([{ kid, reason: 'the disk was stolen' }]);
  expect(await own.store.signing_keys.revoke({ kid: 'unknown', reason: 'x' })).toBe(undefined);
}, 60_000);

test('concurrent requests create only one signing key', async () => {
  await using own = await openTestApi();
  const paths = Array.from({ length: 8 }, () => own.request('/v1/reputation/any/attestation'));
  const envelopes = await Promise.all(paths.map(async (response) => (await (await response).json()) as DsseEnvelope));
  expect(new Set(envelopes.map(({ signatures }) => signatures[0]?.keyid)).size).toBe(1);
}, 60_000);

test('reads keys from a directory, a JSON Web Key with or without an id, and PEM', () => {
  const pem = stranger.publicKey.export({ format: 'pem', type: 'spki' }) as string;
  const { kid: _, ...nameless } = strangersKey;
  for (const text of [
    JSON.stringify(strangersDirectory),
    JSON.stringify(strangersKey),
    JSON.stringify(nameless),
    pem,
  ]) {
    expect(readKeys(text).keys.map(({ kid, x }) => [kid, x])).toEqual([[strangersKey.kid, strangersKey.x]]);
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' });
  for (const text of ['', '{}', '{', 'ssh-ed25519 AAAA', String(rsa)]) expect(() => readKeys(text)).toThrow(/Ed25519/);
});

const result = (name: string, verdict: 'PASS' | 'FAIL', required: boolean) =>
  ({
    name,
    type: 'command',
    required,
    verdict,
    score: verdict === 'PASS' ? 1 : 0,
    reason: '',
    findings: [],
    findings_omitted: 0,
    duration_ms: 1,
  }) as never;

test.each([
  { why: 'all pass', overall: 'PASS', results: [result('tests', 'PASS', true)], expected: 'PASSED' },
  {
    why: 'an optional scorer fails',
    overall: 'PASS',
    results: [result('tests', 'PASS', true), result('style', 'FAIL', false)],
    expected: 'WARNED',
  },
  { why: 'one fails', overall: 'FAIL', results: [result('tests', 'FAIL', true)], expected: 'FAILED' },
] as const)('attests the grade of a run as a test result: $expected, $why', async ({ overall, results, expected }) => {
  const { workspace_id, task_id } = await createWorkspace(api.store, api.organization_id);
  const run = buildRun({ task_id });
  await api.store.runs.record(api.organization_id, { run, workspace_id });
  const path = `/v1/runs/${run.run_id}/attestation`;
  expect((await api.request(path)).status).toBe(409);
  const grade = buildGrade(run, { overall, results: [...results] });
  await api.store.grades.create(api.organization_id, grade);
  const attestation = await read<DsseEnvelope>(path);
  expect(check(attestation)).toMatchObject({ valid: true });
  const { predicateType, predicate, subject } = JSON.parse(payloadOf(attestation)) as RunStatement;
  expect([predicateType, predicate.result]).toEqual(['https://in-toto.io/attestation/test-result/v0.1', expected]);
  expect(subject[0]?.name).toBe(`run:${api.organization_id}/${run.run_id}`);
  expect((await api.other.request(path)).status).toBe(404);
  expect((await api.request(`/v1/runs/${newId('run')}/attestation`)).status).toBe(404);
});

test('does not attest a grade without a verdict', async () => {
  const { workspace_id, task_id } = await createWorkspace(api.store, api.organization_id);
  const run = buildRun({ task_id });
  await api.store.runs.record(api.organization_id, { run, workspace_id });
  await api.store.grades.create(api.organization_id, buildGrade(run, { overall: 'ERROR' }));
  expect((await api.request(`/v1/runs/${run.run_id}/attestation`)).status).toBe(409);
});

test('serializes a statement canonically', () => {
  expect(canonicalJson(JSON.parse(payloadOf(envelope)))).toBe(payloadOf(envelope));
});
