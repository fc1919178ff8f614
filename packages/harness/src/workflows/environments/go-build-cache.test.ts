import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { local } from '../../machine/sandboxes/local.ts';
import { shareGoBuilds } from './go-build-cache.ts';

vi.setConfig({ testTimeout: 300_000 });

const has_go = spawnSync('go', ['version']).status === 0;

const SOURCE = 'package bank\n\nimport "strings"\n\nfunc Own() string { return strings.ToUpper("own-code") }\n';
const TEST = 'package bank\n\nimport "testing"\n\nfunc TestOwn(t *testing.T) { Own() }\n';
const FILES = { 'go.mod': 'module bank\n', 'bank.go': SOURCE, 'bank_test.go': TEST };

test.skipIf(!has_go)('compiles what other modules have, once, and nothing of the module itself', async () => {
  using scratch = scratchFolder();
  const at = (name: string): string => join(scratch.path, name);
  const share = (files: Readonly<Record<string, string>>) => {
    putFiles(at('seed'), files);
    return shareGoBuilds({
      ...{ seed: at('seed'), folder: at('environments'), readable: [], sandbox: local },
      host: { now: Date.now, entropy: (bytes) => new Uint8Array(randomBytes(bytes)), environment: process.env },
      signal: new AbortController().signal,
    });
  };
  const first = await share(FILES);
  expect(await share({ ...FILES, 'bank.go': SOURCE.replace('own', 'other') })).toBe(first);
  const [cache, ...others] = readdirSync(at('environments'));
  expect(others).toEqual([]);
  expect(spawnSync('grep', ['-rlE', 'own-code|func Own', join(at('environments'), String(cache))]).status).toBe(1);

  mkdirSync(at('home'));
  const env = { PATH: process.env['PATH'], HOME: at('home') };
  const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: at('seed'), env }).toString();
  const checked = run(`${first}; go test -x . 2>&1`).match(/\/vet .*vet\.cfg/g);
  expect(checked).toHaveLength(1);

  expect(await share({ 'go.mod': 'not a module' })).toBeUndefined();
});
