import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DEPLOY = join(ROOT, 'deploy');
const CLI = join(ROOT, 'packages/cli/bin/assay.js');
const read = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');

const MANIFESTS = globSync('kubernetes/*.yaml', { cwd: DEPLOY }).flatMap((path) =>
  parseAllDocuments(read(path)).map((document) => document.toJS()),
);
const CONTAINERS = MANIFESTS.filter(({ kind }) => kind === 'Deployment').flatMap(
  ({ spec }) => spec.template.spec.containers,
);

/** Every command line of the folder, with the file that has it. */
const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ...[...read('Dockerfile').matchAll(/^CMD (\[.*\])$/gm)].map(([, words = '']) => ['Dockerfile', JSON.parse(words)]),
  ...CONTAINERS.map(({ name, args }) => [name, args]),
  ...[...read('assay.service').matchAll(/^ExecStart=\S+ assay (.*)$/gm)].map(([, words]) => [
    'assay.service',
    words?.split(' '),
  ]),
] as never;

test.each(COMMANDS)('%s starts a command with options that exist: %j', (_, [command = '', ...args]) => {
  const help = execFileSync(process.execPath, [CLI, command, '--help'], { encoding: 'utf8' });
  for (const option of args.filter((word) => word.startsWith('--'))) expect(help).toContain(`${option} `);
});

test('pods have no privileges and limits, and the server is probed where it answers', () => {
  expect(CONTAINERS).toHaveLength(2);
  for (const { securityContext, resources, volumeMounts } of CONTAINERS) {
    expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
    expect(resources.limits.memory).toMatch(/^\dGi$/);
    expect(volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(['/data', '/tmp']);
  }
  const [server] = CONTAINERS.filter(({ name }) => name === 'server');
  expect([server.readinessProbe.httpGet.path, server.livenessProbe.httpGet.path]).toEqual(['/readyz', '/healthz']);
});

test('the compose file has the services of the guide, and no password', () => {
  const { services } = parse(read('compose.yaml'));
  expect(Object.keys(services)).toEqual(['server', 'worker', 'postgres']);
  for (const [name, value] of Object.entries<string>(
    Object.assign({}, ...Object.values<{ environment: object }>(services).map(({ environment }) => environment)),
  ))
    if (/PASSWORD|SECRET|KEY/.test(name)) expect(value).toMatch(/^\$\{\w+:[-?]/);
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)('systemd accepts the unit', () => {
  expect(execFileSync('systemd-analyze', ['verify', join(DEPLOY, 'assay.service')], { encoding: 'utf8' })).toBe('');
});
