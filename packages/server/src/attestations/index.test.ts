import { expect, test } from 'vitest';
import * as attestations from './index.ts';

test('the entry point exports exactly these names', () => {
  expect(Object.keys(attestations).sort()).toEqual([
    'attestChange',
    'isSignedText',
    'readKeys',
    'signText',
    'toPublicKey',
    'verifyAttestation',
    'verifyWindow',
  ]);
});
