import { Scenario } from '@assay/schema';
import { expect, test } from 'vitest';
import type { WorkerOffer } from '../store/tables/queue/workers.ts';
import { deriveNeeds } from './derive-needs.ts';
import { explainUnmet, meetsNeeds } from './match-needs.ts';

const PLAIN: WorkerOffer = {
  sandbox: 'bwrap',
  containers: 'none',
  images: [],
  cpus: 8,
  memory_mb: 16_000,
  labels: { os: 'linux', arch: 'arm64' },
};
const CACHED: WorkerOffer = { ...PLAIN, containers: 'cached', images: ['debian:12', 'tools:latest'] };
const BUILDER: WorkerOffer = { ...PLAIN, sandbox: null, containers: 'build' };

const derive = (rest: object, labels = {}) =>
  deriveNeeds(Scenario.parse({ name: 'x', user_instruction: 'x', workspace_seed: 'empty', ...rest }), labels);
const verifier = (environment?: object) => ({
  scorers: [{ name: 'v', type: 'reward', command: 'true', ...(environment && { environment }) }],
});

test('a scenario within the usual limits and without containers has no special needs', () => {
  expect(derive({})).toBeNull();
  expect(derive({ limits: { cpus: 0.5, memory_mb: 64 }, ...verifier() })).toBeNull();
  expect([PLAIN, CACHED, BUILDER].map((offer) => meetsNeeds(offer, null))).toEqual([true, true, false]);
});

test.each([
  { needs: derive({ environment: { image: 'debian:12' } }), by: [CACHED, BUILDER], why: 'cached or pulled' },
  { needs: derive({ environment: { image: 'tools' } }), by: [CACHED, BUILDER], why: 'latest is the default tag' },
  { needs: derive({ environment: { image: 'debian:13' } }), by: [BUILDER], why: 'not cached' },
  { needs: derive({ environment: { dockerfile: 'Dockerfile' } }), by: [BUILDER], why: 'built' },
  { needs: derive(verifier({ image: 'debian:12' })), by: [CACHED], why: 'the agent runs in the sandbox' },
  { needs: derive({ limits: { cpus: 8 } }), by: [PLAIN, CACHED], why: 'as many CPUs as the machine has' },
  { needs: derive({ limits: { cpus: 9 } }), by: [], why: 'too many CPUs' },
  { needs: derive({ limits: { memory_mb: 16_001 } }), by: [], why: 'too much memory' },
  { needs: derive({}, { arch: 'arm64' }), by: [PLAIN, CACHED], why: 'a label' },
  { needs: derive({}, { arch: 'x64' }), by: [], why: 'another value of a label' },
])('matches needs and offers: $why', ({ needs, by }) => {
  expect(needs).not.toBeNull();
  expect([PLAIN, CACHED, BUILDER].filter((offer) => meetsNeeds(offer, needs))).toEqual(by);
});

test.each([
  { offers: [], reason: 'No worker was seen in the last minute. Start one with `assay worker`.' },
  { offers: [PLAIN, CACHED], reason: null },
  {
    offers: [PLAIN, PLAIN, { ...PLAIN, sandbox: 'docker' }],
    needs: derive({ environment: { image: 'debian:12' } }),
    reason: 'No worker offers a container engine. 3 workers seen in the last minute offer bwrap, docker.',
  },
  {
    offers: [CACHED],
    needs: derive({ environment: { dockerfile: 'Dockerfile' } }),
    reason:
      'No worker offers to build Dockerfiles (`assay worker --images build`). The worker seen in the last minute offers 2 other images.',
  },
  {
    offers: [CACHED, PLAIN],
    needs: derive({ limits: { cpus: 64, memory_mb: 64_000 } }, { gpu: 'a100' }),
    reason:
      'No worker offers 64 CPUs and 64000 MB of memory and the label gpu=a100. 2 workers seen in the last minute offer up to 8 CPUs; up to 16000 MB of memory; the labels arch=arm64, os=linux.',
  },
  {
    offers: [CACHED, { ...PLAIN, labels: { gpu: 'a100' } }],
    needs: derive({ environment: { image: 'debian:12' } }, { gpu: 'a100' }),
    reason:
      'No single worker offers a container engine and the image debian:12 and the label gpu=a100. 2 workers seen in the last minute offer some of it.',
  },
])('says why a run waits: $reason', ({ offers, needs = null, reason }) => {
  expect(explainUnmet(needs, offers)).toBe(reason);
});
