import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as client from '@kubernetes/client-node';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from './read-config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-kubeconfig-'));
  vi.stubEnv('HOME', folder);
  vi.stubEnv('KUBECONFIG', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function write(text: string): string {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, text);
  return file;
}

const VALID = `
clusters: [{ name: c, cluster: { server: 'https://cluster.example' } }]
users: [{ name: u, user: {} }]
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
`;

test('reads a file, or the one in KUBECONFIG', () => {
  const file = write(VALID);
  expect(readConfig(client, file).getCurrentCluster()?.server).toBe('https://cluster.example');
  vi.stubEnv('KUBECONFIG', file);
  expect(readConfig(client, undefined).getCurrentCluster()?.server).toBe('https://cluster.example');
});

test.each([
  { why: 'there is none', file: () => undefined, words: 'no cluster is configured' },
  { why: 'it has no context', file: () => write('clusters: []'), words: 'no cluster is configured' },
  { why: 'the file is missing', file: () => join(folder, 'gone'), words: 'cannot read the kubeconfig' },
  { why: 'it is not YAML', file: () => write('{'), words: 'cannot read the kubeconfig' },
])('says what to do if $why', ({ file, words }) => {
  expect(() => readConfig(client, file())).toThrow(words);
});
