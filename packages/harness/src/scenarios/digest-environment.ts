import { dirname, resolve } from 'node:path';
import type { Environment } from '@assay/schema';
import { canonicalDigest } from './canonical-json.ts';
import { digestPath } from './digest-path.ts';

/** The digest of everything that an image is built from; of the name, for an image that exists. */
export async function digestEnvironment(environment: Environment, base: string): Promise<string> {
  if ('image' in environment) return canonicalDigest({ image: environment.image });
  const file = resolve(base, environment.dockerfile);
  const context = environment.context === undefined ? dirname(file) : resolve(base, environment.context);
  return canonicalDigest({ dockerfile: await digestPath(file), context: await digestPath(context) });
}
