import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { LAST_ANSWERS_MS } from '../packages/server/src/http/listen.ts';

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

test('server and worker of the compose file share a folder for evidence, and uploads go to disk', () => {
  const { services, volumes } = parse(read('compose.yaml'));
  const { server, worker } = services;
  for (const { volumes: mounted, environment } of [server, worker]) {
    expect(mounted).toContain('blobs:/blobs');
    for (const name of ['ASSAY_BLOBS', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION'])
      expect(environment[name]).toMatch(/^\$\{/);
  }
  expect(volumes).toHaveProperty('blobs');
  expect(read('Dockerfile')).toMatch(/chown 10001:10001 .*\/blobs/);
  expect(server.tmpfs).not.toContain(server.environment.TMPDIR);
  expect(server.volumes).toContain(`server:${server.environment.TMPDIR}`);
  const oidc = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'ALLOWED_DOMAINS', 'ORGANIZATION', 'ROLE'];
  for (const name of ['ASSAY_TRUST_PROXY', ...oidc.map((setting) => `ASSAY_OIDC_${setting}`)])
    expect(server.environment[name]).toBe(`\${${name}:-}`);
});

test('a server has longer to stop than its last answers may take', () => {
  const { services } = parse(read('compose.yaml'));
  expect(Number.parseInt(services.server.stop_grace_period, 10) * 1_000).toBeGreaterThan(LAST_ANSWERS_MS);
  const [deployment] = MANIFESTS.filter(({ metadata }) => metadata.name === 'assay-server');
  const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec;
  const [program, seconds] = containers[0].lifecycle.preStop.exec.command;
  expect(program).toBe('sleep');
  expect((terminationGracePeriodSeconds - Number(seconds)) * 1_000).toBeGreaterThan(LAST_ANSWERS_MS);
});

test('the worker has certificates for sources and agents that use those of the system', () => {
  expect(read('Dockerfile')).toMatch(/apt-get install .*\bca-certificates\b/);
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)('systemd accepts the unit', () => {
  expect(execFileSync('systemd-analyze', ['verify', join(DEPLOY, 'assay.service')], { encoding: 'utf8' })).toBe('');
});
