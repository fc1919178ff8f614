import { expect, test } from 'vitest';
import { describeChange, repositoryName } from './describe-change.ts';

test.each([
  ['git@github.com:acme/shop.git', 'acme/shop'],
  ['https://ann:secret@git.corp.test/acme/shop', 'acme/shop'],
  ['https://git.corp.test/group/acme/shop.git/', 'acme/shop'],
  ['', null],
])('%s is %s', (url, name) => {
  expect(repositoryName(url)).toBe(name);
});

test('reads the variables of GitHub and GitLab', async () => {
  const github = {
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_REF: 'refs/pull/12/merge',
    GITHUB_HEAD_REF: 'fix',
    GITHUB_SHA: 'a',
  };
  expect(await describeChange('/', github)).toEqual({
    repository: 'acme/shop',
    branch: 'fix',
    commit: 'a',
    pull_request: 'https://github.com/acme/shop/pull/12',
  });
  const gitlab = {
    CI_PROJECT_PATH: 'acme/shop',
    CI_MERGE_REQUEST_IID: '3',
    CI_PROJECT_URL: 'https://git.corp.test/acme/shop',
  };
  expect(await describeChange('/', gitlab)).toMatchObject({
    pull_request: 'https://git.corp.test/acme/shop/-/merge_requests/3',
  });
});

test('knows nothing outside a repository', async () => {
  const nothing = { repository: null, branch: null, commit: null, pull_request: null };
  expect(await describeChange('/', {})).toEqual(nothing);
});
