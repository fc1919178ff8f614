import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ProposeOptions, proposeChange } from '../packages/harness/src/workflows/propose/propose.ts';
import { startHttpsRemote } from './scripted-github/https-remote.ts';
import { openProject, type Project, TOKEN } from './scripted-github/project.ts';
import { startScriptedGithub } from './scripted-github/server.ts';

const optionsFor = (project: Project, github_url: string): ProposeOptions => ({
  folder: project.folder,
  base: project.shell('git rev-parse HEAD').trim(),
  branch: 'assay/promote-01234567',
  changes: [{ path: 'CLAUDE.md', file: { mode: '100644', content: Buffer.from('be thorough\n') } }],
  title: 'A better configuration',
  body: 'because',
  remote: 'origin',
  github_url,
  yes: true,
  committed_at_ms: 1_700_000_000_000,
  first_wait_ms: 1,
  host: project.host({ GITHUB_TOKEN: TOKEN }),
});

/** Puts a wrapper on the PATH that logs its arguments, then runs the real program. */
function watchProgram(project: Project, name: string): { readonly path: string; words(): string } {
  const folder = join(project.folder, '..', 'bin');
  const log = join(folder, 'words');
  mkdirSync(folder);
  writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${log}'\nexec /usr/bin/${name} "$@"\n`);
  chmodSync(join(folder, name), 0o755);
  return { path: `${folder}:${project.host().environment['PATH']}`, words: () => readFileSync(log, 'utf8') };
}

test('pushes over https with a token that appears in no arguments or files and reaches no credential helper', async ({
  skip,
}) => {
  using project = openProject({ 'CLAUDE.md': 'be brief\n' });
  const root = join(project.folder, '..', 'forge');
  project.shell(`mkdir -p '${root}/acme' && git clone -q --bare '${project.bare}' '${root}/acme/shop.git'`);
  await using remote = await startHttpsRemote({ root, password: TOKEN });
  if (remote === undefined) return skip('requires openssl to create a certificate');
  await using github = await startScriptedGithub({
    repository: 'acme/shop',
    git_dir: `${root}/acme/shop.git`,
    token: TOKEN,
  });
  const stored = join(project.folder, '..', 'stored-credentials');
  project.shell(
    `git remote set-url origin '${remote.url}/acme/shop.git'; git config http.sslCAInfo '${remote.certificate}'`,
  );
  project.shell(
    `git config credential.helper 'store --file=${stored}'; git --git-dir='${root}/acme/shop.git' config http.receivepack true`,
  );
  const watched = watchProgram(project, 'git');
  const host = project.host({ GITHUB_TOKEN: TOKEN, PATH: watched.path });

  const proposal = await proposeChange({ ...optionsFor(project, github.url), host });
  expect(proposal).toMatchObject({ status: 'created', repository: 'acme/shop' });
  expect([...remote.credentials]).toEqual([`x-access-token:${TOKEN}`]);
  expect(watched.words()).toContain('push\n');
  expect(watched.words()).not.toContain(TOKEN);
  expect(project.shell(`cat .git/config; cat '${stored}' 2> /dev/null || true`)).not.toContain(TOKEN);
  expect(JSON.stringify(proposal)).not.toContain(TOKEN);

  const wrong = { ...host, environment: { ...host.environment, GITHUB_TOKEN: `${TOKEN}X` } };
  await expect(proposeChange({ ...optionsFor(project, github.url), host: wrong })).rejects.toMatchObject({
    code: 'unauthorized',
  });
});

// a fake `gh api --include` with its own token
const GH = `#!/usr/bin/env node
const words = process.argv.slice(2);
const option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
const read = async () => {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text;
};
const main = async () => {
  if (words[0] !== 'api' || option('--hostname') !== process.env.EXPECTED_HOST) process.exit(9);
  const answer = await fetch(process.env.SERVER + '/' + words.at(-1), {
    method: option('--method'),
    headers: { authorization: 'token ' + process.env.OWN_TOKEN },
    ...(words.includes('--input') ? { body: await read() } : {}),
  });
  const headers = [...answer.headers].map(([name, value]) => name + ': ' + value + '\\r\\n').join('');
  process.stdout.write('HTTP/2.0 ' + answer.status + ' ' + answer.statusText + '\\n' + headers + '\\r\\n');
  process.stdout.write(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
};
main();
`;

test('without a token, uses gh and its credentials', async () => {
  using project = openProject({ 'CLAUDE.md': 'be brief\n' });
  await using github = await startScriptedGithub({ repository: 'acme/shop', git_dir: project.bare, token: TOKEN });
  const folder = join(project.folder, '..', 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'gh'), GH);
  chmodSync(join(folder, 'gh'), 0o755);
  const environment = {
    PATH: `${folder}:${project.host().environment['PATH']}`,
    SERVER: github.url,
    EXPECTED_HOST: new URL(github.url).host,
    OWN_TOKEN: TOKEN,
  };
  const options = { ...optionsFor(project, github.url), repo: 'acme/shop', host: project.host(environment) };
  expect(await proposeChange(options)).toMatchObject({ status: 'created', pull_request: { number: 1 } });
  expect(await proposeChange({ ...options, title: 'Again' })).toMatchObject({ status: 'updated' });
  expect(github.pulls).toMatchObject([{ title: 'Again' }]);

  github.fail({ method: 'PATCH', status: 403, message: 'no' });
  await expect(proposeChange(options)).rejects.toMatchObject({ code: 'forbidden' });
  const without = project.host({ ...environment, OWN_TOKEN: 'expired' });
  await expect(proposeChange({ ...options, host: without })).rejects.toMatchObject({ code: 'unauthorized' });
  const broken = project.host({ ...environment, EXPECTED_HOST: 'elsewhere' });
  await expect(proposeChange({ ...options, host: broken })).rejects.toThrow('gh did not answer');
});
