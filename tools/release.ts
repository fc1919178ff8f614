import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isReleased, releaseChangelog } from './release/changelog.ts';
import { type PackedPackage, PUBLISHED, packPackages } from './release/pack-packages.ts';
import { setVersion } from './release/set-version.ts';
import { readManifest } from './release/workspaces.ts';

const USAGE = `Usage: node tools/release.ts VERSION     prepares a release: version, changelog, reference, check, tarballs
       node tools/release.ts --publish   publishes the tagged version; the release workflow runs this

Only --publish sends anything.`;
const VERSION = /^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const TARBALLS = join(ROOT, '.cache', 'release');

try {
  const { values, positionals } = parseArgs({ options: { publish: { type: 'boolean' } }, allowPositionals: true });
  const [version, ...rest] = positionals;
  if (rest.length > 0 || (values.publish ?? false) === (version !== undefined)) throw new Error(USAGE);
  requireCleanTree();
  if (version === undefined) publish();
  else prepare(version);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function prepare(version: string): void {
  if (!VERSION.test(version)) throw new Error(`expected a version such as 1.2.3, found ${version}`);
  const date = new Date().toISOString().slice(0, 10);
  const changelog = releaseChangelog(readFileSync(CHANGELOG, 'utf8'), version, date);
  setVersion(ROOT, version);
  writeFileSync(CHANGELOG, changelog);
  // the reference shows the version, so it comes before the check
  show('npm', 'run', 'docs');
  show('npm', 'run', 'check:all');
  listTarballs(pack());
  console.log(`
Release ${version} is prepared and nothing is published. Review the diff, then:

  git commit --all --message "release: ${version}"
  git tag v${version}
  git push --follow-tags origin HEAD v${version}

The release workflow publishes the tag. To undo instead: git restore .`);
}

function publish(): void {
  const { version } = readManifest(ROOT);
  if (PUBLISHED.repository === null)
    throw new Error(
      'tools/published.json names no repository, and provenance requires one: set "repository" to its URL',
    );
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`))
    throw new Error(`HEAD has no tag v${version}: tag the release commit first`);
  if (!isReleased(readFileSync(CHANGELOG, 'utf8'), version))
    throw new Error(`CHANGELOG.md has no section for ${version}: run node tools/release.ts ${version} first`);
  // a release that stopped halfway can be started again
  for (const { name, file } of pack())
    if (isPublished(`${name}@${version}`)) console.log(`${name}@${version} is already published`);
    else show('npm', 'publish', file, '--provenance', '--access', 'public');
}

function pack(): readonly PackedPackage[] {
  rmSync(TARBALLS, { recursive: true, force: true });
  mkdirSync(TARBALLS, { recursive: true });
  return packPackages(TARBALLS);
}

function listTarballs(packages: readonly PackedPackage[]): void {
  for (const { file, packed_bytes } of packages) console.log(`${file}  ${Math.ceil(packed_bytes / 1000)} kB`);
}

function requireCleanTree(): void {
  const changed = git('status', '--porcelain');
  if (changed !== '')
    throw new Error(`expected a clean work tree, found changes. Commit or stash them first:\n${changed}`);
}

function isPublished(spec: string): boolean {
  try {
    execFileSync('npm', ['view', spec, 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    // the registry does not know it; if it cannot be reached, publishing says so
    return false;
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

function show(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: ROOT, stdio: 'inherit' });
}
