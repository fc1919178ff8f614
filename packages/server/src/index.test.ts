import { expect, test } from 'vitest';
import * as server from './index.ts';

test('the entry point exports exactly these names', () => {
  expect(Object.keys(server).sort()).toEqual([
    'FORGOTTEN_S',
    'LOG_LEVELS',
    'SILENT',
    'changeMember',
    'checkBlobs',
    'createBackup',
    'createLog',
    'createMemberLink',
    'createOrganization',
    'deleteOrganization',
    'describeKeys',
    'exportOrganization',
    'findOwner',
    'hasDatabase',
    'invitationPath',
    'inviteMember',
    'moveBlobs',
    'openDatabase',
    'openStore',
    'purgeOrganization',
    'readBackup',
    'readClaim',
    'readLocation',
    'removeMember',
    'restoreBackup',
    'revokeKey',
    'rotateSigningKey',
    'runClaimed',
    'runKubernetesWorker',
    'runWorker',
    'signInPath',
    'startServer',
  ]);
});
