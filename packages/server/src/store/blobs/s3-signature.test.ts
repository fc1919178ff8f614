import { expect, test } from 'vitest';
import { signRequest } from './s3-signature.ts';

const SCOPE = {
  region: 'us-east-1',
  time_ms: Date.UTC(2013, 4, 24),
  credentials: {
    access_key_id: 'AKIAIOSFODNN7EXAMPLE',
    secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    session_token: undefined,
  },
};
const NOTHING = new Uint8Array();

// requests with the signatures that Amazon publishes for them
test.each([
  {
    method: 'GET',
    path: '/test.txt',
    headers: { range: 'bytes=0-9' },
    content: NOTHING,
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    path: '/test%24file.text',
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    content: Buffer.from('Welcome to Amazon S3.'),
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    method: 'GET',
    path: '/?lifecycle',
    headers: {},
    content: NOTHING,
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    method: 'GET',
    path: '/?max-keys=2&prefix=J',
    headers: {},
    content: NOTHING,
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('signs $method $path', ({ method, path, headers, content, signature }) => {
  const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`);
  const { authorization } = signRequest({ method, url, headers, content }, SCOPE);
  expect(authorization?.split('Signature=')[1]).toBe(signature);
});
