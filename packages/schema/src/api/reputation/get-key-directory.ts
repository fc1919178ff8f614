import { KeyDirectory } from '../../reputation/attestation.ts';
import { exampleKeyDirectory } from '../examples/example-attestation.ts';
import { defineOperation } from '../operation.ts';

export const getKeyDirectory = defineOperation({
  id: 'get_key_directory',
  method: 'get',
  path: '/.well-known/assay-keys.json',
  tag: 'Reputation',
  summary: 'List the keys that verify attestations, and the revoked keys',
  scope: null,
  status: 200,
  answer: KeyDirectory,
  example: { answer: exampleKeyDirectory },
});
