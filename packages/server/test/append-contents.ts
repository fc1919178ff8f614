// a separate process that stores contents in a folder until killed and prints the digest of each stored one

import { randomBytes } from 'node:crypto';
import type { OrganizationId } from '@assay/schema';
import { openStore } from '../src/store/store.ts';

const [url = '', organization_id = '', folder = ''] = process.argv.slice(2);
const store = await openStore({ url, connections: 4, environment: { ASSAY_BLOBS: `fs:${folder}` } });
const saveForever = async (): Promise<never> => {
  for (;;) {
    const content = randomBytes(2_000);
    const digest = await store.transaction(async ({ run_evidence }) => {
      const part = await run_evidence.saveContent(organization_id as OrganizationId, { name: 'any', content });
      return part.digest;
    });
    process.stdout.write(`${digest}\n`);
  }
};
await Promise.all([saveForever(), saveForever(), saveForever()]);
