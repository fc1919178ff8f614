import { expect, test } from 'vitest';
import * as server from './index.ts';

test('the entry point exports exactly these names', () => {
  expect(Object.keys(server).sort()).toEqual([
    'LOG_LEVELS',
    'SILENT',
    'checkBlobs',
    'createBackup',
    'createLog',
    'createOrganization',
    'describeKeys',
    'exportOrganization',
    'findOwner',
    'hasDatabase',
    'moveBlobs',
    'openDatabase',
    'openStore',
    'readBackup',
    'readClaim',
    'readLocation',
    'restoreBackup',
    'rotateSigningKey',
    'runClaimed',
    'runKubernetesWorker',
    'runWorker',
    'startServer',
  ]);
});
