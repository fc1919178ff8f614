import { expect, test } from 'vitest';
import * as proxy from './index.ts';

test('exports exactly these names', () => {
  expect(Object.keys(proxy).sort()).toEqual([
    'CLIENTS',
    'chooseDestination',
    'chooseLogFolder',
    'deliver',
    'editConfig',
    'findDocument',
    'findItems',
    'findMembers',
    'installedFolder',
    'listLogFolders',
    'readChecks',
    'readHeaders',
    'readLocalReputation',
    'readMode',
    'runProxy',
    'skipSpace',
  ]);
});
