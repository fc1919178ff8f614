import { expect, test } from 'vitest';
import * as server from './index.ts';

test('the entry point exports exactly these names', () => {
  expect(Object.keys(server).sort()).toEqual([
    'LOG_LEVELS',
    'SILENT',
    'createLog',
    'createOrganization',
    'describeKeys',
    'findOwner',
    'hasDatabase',
    'openDatabase',
    'openStore',
    'readClaim',
    'rotateSigningKey',
    'runClaimed',
    'runKubernetesWorker',
    'runWorker',
    'startServer',
  ]);
});
