import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicKey } from '@assay/schema';
import { toPublicKey } from '@assay/server/attestations';
import { stateFolder } from './config.ts';

const file = (): string => join(stateFolder(), 'signing-key.pem');

/** The key of this machine, which signs decisions of hooks and records of changes; created on first use. */
export function openSigningKey(): KeyObject {
  if (!existsSync(file())) createKey();
  return createPrivateKey(readFileSync(file()));
}

/** Its public form; null if nothing was signed yet. */
export const readPublicKey = (): PublicKey | null =>
  existsSync(file()) ? toPublicKey(createPublicKey(createPrivateKey(readFileSync(file())))) : null;

function createKey(): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const half = `${file()}.${process.pid}`;
  mkdirSync(stateFolder(), { recursive: true, mode: 0o700 });
  writeFileSync(half, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  try {
    // fails if another command created it meanwhile; that key counts
    linkSync(half, file());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(half, { force: true });
  }
}
