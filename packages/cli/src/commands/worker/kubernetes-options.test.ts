import { expect, test } from 'vitest';
import { readKubernetes } from './kubernetes-options.ts';

const given = { kubernetes: true, image: 'assay:1', secret: 'assay' };

test('reads how pods run, and passes options on to them', () => {
  expect(readKubernetes({})).toBeUndefined();
  expect(readKubernetes({ ...given, namespace: 'evals', judge: 'none', 'allow-host': ['a.test', 'b.test'] })).toEqual({
    kubeconfig: undefined,
    settings: {
      image: 'assay:1',
      secret: 'assay',
      sandbox: 'bwrap',
      namespace: 'evals',
      arguments: ['--judge', 'none', '--allow-host', 'a.test', '--allow-host', 'b.test'],
    },
  });
});

test.each([
  { why: 'no image', options: { ...given, image: undefined }, told: '--kubernetes requires --image' },
  { why: 'no Secret', options: { ...given, secret: undefined }, told: '--kubernetes requires --secret' },
  { why: 'a Secret that is no name', options: { ...given, secret: '../x' }, told: 'expected --secret to be a name' },
  { why: 'a namespace that is a path', options: { ...given, namespace: 'a/b' }, told: 'expected --namespace to be' },
  { why: 'a sandbox that pods do not have', options: { ...given, sandbox: 'docker' }, told: 'to be bwrap or local' },
  { why: 'an option without --kubernetes', options: { secret: 'x' }, told: '--secret requires --kubernetes' },
])('rejects $why', ({ options, told }) => {
  expect(() => readKubernetes(options)).toThrow(told);
});
