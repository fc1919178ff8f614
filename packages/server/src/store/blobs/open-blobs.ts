import { resolve } from 'node:path';
import { AssayError } from '@assay/schema';
import type { BlobStore, Blobs } from './blob-store.ts';
import { openFolderBlobs } from './folder-blobs.ts';
import { openS3Blobs } from './s3-blobs.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The location of contents that are in the rows themselves. */
export const IN_DATABASE = 'pg';

/** The stores that the variables of a process name. */
export function openBlobs(environment: Environment): Blobs {
  const opened = new Map<string, BlobStore>();
  const at = (location: string): BlobStore => {
    const known = opened.get(location) ?? openLocation(location, environment);
    opened.set(location, known);
    return known;
  };
  const setting = environment['ASSAY_BLOBS'] || IN_DATABASE;
  return { current: setting === IN_DATABASE ? null : at(readLocation(setting, environment)), at };
}

/**
 * The location that a setting means, with everything that must be the same for every process. `name` is that of the
 * setting, for error messages.
 */
export function readLocation(setting: string, environment: Environment, name = 'ASSAY_BLOBS'): string {
  if (setting === IN_DATABASE) return setting;
  if (/^fs:./.test(setting)) return `fs:${resolve(setting.slice('fs:'.length))}`;
  const { bucket, prefix, endpoint, region } = parseS3(setting, { environment, name });
  return `s3://${bucket}/${prefix}?${new URLSearchParams({ endpoint, region })}`;
}

function openLocation(location: string, environment: Environment): BlobStore {
  if (location.startsWith('fs:')) return openFolderBlobs(location.slice('fs:'.length));
  const place = parseS3(location, { environment, name: 'location' });
  const { AWS_ACCESS_KEY_ID: access_key_id, AWS_SECRET_ACCESS_KEY: secret_access_key } = environment;
  if (!access_key_id || !secret_access_key)
    throw new AssayError(
      'blobs_unavailable',
      `${location} needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  const session_token = environment['AWS_SESSION_TOKEN'] || undefined;
  return openS3Blobs({ ...place, location, credentials: { access_key_id, secret_access_key, session_token } });
}

interface S3Place {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly endpoint: string;
  readonly region: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,40}$/i;

function parseS3(setting: string, { environment, name }: { environment: Environment; name: string }): S3Place {
  const invalid = (problem: string): AssayError => new AssayError('invalid_config', `${name}: ${problem}`);
  const [, bucket] = /^s3:\/\/([^/?#]*)/.exec(setting) ?? [];
  if (bucket === undefined) throw invalid('expected pg, fs:PATH or s3://BUCKET/PREFIX?endpoint=URL&region=NAME');
  // rows have the location, and people read it
  if (bucket.includes('@'))
    throw invalid('the address must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!BUCKET.test(bucket))
    throw invalid(
      `expected the name of a bucket after s3://, of 3 to 63 lower-case letters, digits, dots and dashes, found ${JSON.stringify(bucket)}. The address of its server is the parameter endpoint`,
    );
  const url = URL.parse(setting);
  if (url === null || url.hash !== '') throw invalid('expected no # and no spaces after the bucket');
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'endpoint' && key !== 'region');
  if (unknown !== undefined) throw invalid(`expected only endpoint and region as parameters, found ${unknown}`);
  const prefix = url.pathname.slice(1).replace(/\/$/, '');
  if (!/^[\w.-]*(?:\/[\w.-]+)*$/.test(prefix))
    throw invalid('expected a prefix of letters, digits, ".", "_", "-" and "/"');
  const region = readRegion(url, { environment, invalid });
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const origin = URL.parse(endpoint);
  // the value may contain a password: show an example instead
  const expected = 'expected the endpoint to be a URL such as https://storage.example.com';
  if (origin === null || !/^https?:$/.test(origin.protocol)) throw invalid(expected);
  if (origin.username !== '' || origin.password !== '')
    throw invalid(`${expected}, without path and credentials, found credentials`);
  if (origin.href !== `${origin.origin}/`)
    throw invalid(`${expected}, without path and credentials, found a path. A folder in the bucket is its prefix`);
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/`, endpoint: origin.origin, region };
}

interface RegionSources {
  readonly environment: Environment;
  readonly invalid: (problem: string) => AssayError;
}

function readRegion({ searchParams }: URL, { environment, invalid }: RegionSources): string {
  const given = searchParams.get('region');
  const variable = (['AWS_REGION', 'AWS_DEFAULT_REGION'] as const).find((one) => environment[one]);
  const region = given ?? (variable && environment[variable]) ?? 'us-east-1';
  if (REGION.test(region)) return region;
  const where = given === null ? `the region in ${variable}` : 'the parameter region';
  throw invalid(`expected ${where} to be a name such as eu-central-1, found ${JSON.stringify(region)}`);
}
