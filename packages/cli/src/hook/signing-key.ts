import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicKey } from '@assay/schema';
import { toPublicKey } from '@assay/server/attestations';
import { hooksFolder } from './session-state.ts';

const file = (): string => join(hooksFolder(), 'signing-key.pem');

/** The key that signs decisions on this machine; created on first use. */
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
  mkdirSync(hooksFolder(), { recursive: true, mode: 0o700 });
  writeFileSync(half, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  try {
    // fails if another hook created it meanwhile; that key counts
    linkSync(half, file());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(half, { force: true });
  }
}
