import { expect, test } from 'vitest';
import * as server from './index.ts';

test('the entry point exports exactly these names', () => {
  expect(Object.keys(server).sort()).toEqual([
    'LOG_LEVELS',
    'SILENT',
    'checkBlobs',
    'createBackup',
    'changeMember',
    'createLog',
    'createMemberLink',
    'createOrganization',
    'describeKeys',
    'exportOrganization',
    'findOwner',
    'hasDatabase',
    'moveBlobs',
    'invitationPath',
    'inviteMember',
    'openDatabase',
    'openStore',
    'readBackup',
    'readClaim',
    'readLocation',
    'restoreBackup',
    'removeMember',
    'rotateSigningKey',
    'runClaimed',
    'runKubernetesWorker',
    'runWorker',
    'signInPath',
    'startServer',
  ]);
});
