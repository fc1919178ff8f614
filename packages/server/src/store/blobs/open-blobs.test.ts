import { expect, test } from 'vitest';
import { openBlobs, readLocation } from './open-blobs.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test.each([
  { setting: 'pg', location: 'pg' },
  { setting: 'fs:/var/lib/assay/../blobs', location: 'fs:/var/lib/blobs' },
  { setting: 's3://bucket', location: 's3://bucket/?endpoint=https%3A%2F%2Fs3.eu-1.amazonaws.com&region=eu-1' },
  {
    setting: 's3://bucket/a/b/?endpoint=http://store:9000/&region=here',
    location: 's3://bucket/a/b/?endpoint=http%3A%2F%2Fstore%3A9000&region=here',
  },
])('$setting is the location $location, for every process', ({ setting, location }) => {
  expect(readLocation(setting, { AWS_REGION: 'eu-1' })).toBe(location);
  expect(readLocation(location, {})).toBe(location);
  expect(openBlobs({ ...KEYS, AWS_REGION: 'eu-1', ASSAY_BLOBS: setting }).current?.location ?? 'pg').toBe(location);
});

test.each([
  { setting: 'fs:', problem: 'expected pg, fs:PATH or s3://' },
  { setting: '/var/blobs', problem: 'expected pg, fs:PATH or s3://' },
  { setting: 'https://bucket/', problem: 'expected pg, fs:PATH or s3://' },
  { setting: 's3:bucket', problem: 'expected pg, fs:PATH or s3://' },
  { setting: 's3://UPPER', problem: 'expected the name of a bucket after s3://' },
  { setting: 's3:///prefix', problem: 'expected the name of a bucket after s3://' },
  { setting: 's3://store:9000/bucket', problem: 'The address of its server is the parameter endpoint' },
  { setting: 's3://bucket#a', problem: 'expected no #' },
  { setting: 's3://bucket?region=', problem: 'expected the parameter region to be a name' },
  { setting: 's3://bucket?region=eu%20west', problem: 'expected the parameter region to be a name' },
  { setting: 's3://bucket?endpoint=http://store/bucket', problem: 'found a path' },
  { setting: 's3://key:hush@bucket', problem: 'must not contain credentials' },
  { setting: 's3://bucket?reigon=here', problem: 'found reigon' },
  { setting: 's3://bucket/a%20b', problem: 'expected a prefix of letters' },
  { setting: 's3://bucket?endpoint=http://key:hush@store', problem: 'without path and credentials' },
  { setting: 's3://bucket?endpoint=store:9000', problem: 'expected the endpoint to be a URL' },
])('$setting is refused: $problem', ({ setting, problem }) => {
  const open = () => openBlobs({ ...KEYS, ASSAY_BLOBS: setting });
  expect(open).toThrow(expect.objectContaining({ code: 'invalid_config', message: expect.stringContaining(problem) }));
  expect(open).not.toThrow(/hush/);
});

test.each(['AWS_REGION', 'AWS_DEFAULT_REGION'])('a wrong region in %s is not taken for a wrong endpoint', (name) => {
  const open = () => openBlobs({ ...KEYS, [name]: 'eu west', ASSAY_BLOBS: 's3://bucket' });
  expect(open).toThrow(`expected the region in ${name} to be a name such as eu-central-1, found "eu west"`);
});

test('an object store without credentials is refused when it is opened', () => {
  expect(() => openBlobs({ ASSAY_BLOBS: 's3://bucket' })).toThrow('set AWS_ACCESS_KEY_ID');
});
