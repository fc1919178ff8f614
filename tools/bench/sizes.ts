import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackedProject, npmInstall } from '../../test/packed-project.ts';
import { type PackedPackage, packPackages } from '../release/pack-packages.ts';
import { readManifest } from '../release/workspaces.ts';
import { type Ratio, root } from './ratio.ts';

const MEGABYTE = 1_000_000;
const PAGE = `${root}docs/install.md`;
const MARKS = ['<!-- sizes: written by `npm run bench -- sizes --write` -->', '<!-- end of sizes -->'] as const;

interface Installation {
  readonly what: string;
  readonly package_count: number;
  readonly bytes: number;
}

interface Sizes {
  readonly packed: readonly PackedPackage[];
  readonly lean: Installation;
  readonly grammars: Installation;
  readonly full: Installation;
}

let measured: Sizes | undefined;

/** Packs everything once, and installs the command in three ways. */
function measureSizes(): Sizes {
  measured ??= measure();
  return measured;
}

function measure(): Sizes {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sizes-'));
  try {
    const packed = packPackages(folder);
    const command = packed.filter(({ directory }) => ['packages/cli', 'packages/web'].includes(directory));
    const files = command.map(({ file }) => file);
    const small = createPackedProject(join(folder, 'lean'), { files, lean: true }).folder;
    const lean = describe('without optional dependencies', small);
    npmInstall(small, ['--omit=optional', ...listGrammars()]);
    const grammars = describe('with the grammars', small);
    const full = describe('everything', createPackedProject(join(folder, 'full'), { files }).folder);
    return { packed, lean, grammars, full };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function listGrammars(): string[] {
  const { dependencies } = readManifest(`${root}packages/detect`);
  return Object.entries(dependencies as Record<string, string>)
    .filter(([name]) => name.includes('tree-sitter'))
    .map((pair) => pair.join('@'));
}

function describe(what: string, project: string): Installation {
  const lock = JSON.parse(readFileSync(join(project, 'node_modules', '.package-lock.json'), 'utf8'));
  const entries = readdirSync(join(project, 'node_modules'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const bytes = files.reduce((sum, file) => sum + lstatSync(file).size, 0);
  return { what, package_count: Object.keys(lock.packages).length, bytes };
}

export const SIZES: readonly Ratio[] = [
  {
    what: 'installed size of `assay` without optional dependencies',
    against: '15 MB',
    limit: { most: 1 },
    measure: () => ({ subject: measureSizes().lean.bytes, reference: 15 * MEGABYTE }),
  },
  {
    what: 'packages installed with `assay` without optional dependencies',
    against: 'the command and its pages',
    limit: { most: 1 },
    measure: () => ({ subject: measureSizes().lean.package_count, reference: 2 }),
  },
  {
    what: 'installed size of `assay` with everything',
    against: '120 MB',
    limit: { most: 1 },
    measure: () => ({ subject: measureSizes().full.bytes, reference: 120 * MEGABYTE }),
  },
];

/** The sizes as two tables of Markdown. */
export function formatSizes(): string {
  const { packed, lean, grammars, full } = measureSizes();
  const installations = [lean, grammars, full].map(
    ({ what, package_count, bytes }) => `| ${what} | ${package_count} | ${megabytes(bytes)} |`,
  );
  const packages = packed.map(
    ({ name, packed_bytes, unpacked_bytes }) =>
      `| \`${name}\` | ${megabytes(packed_bytes)} | ${megabytes(unpacked_bytes)} |`,
  );
  return `| Installation of \`assay\` | Packages | On disk |
|---|---|---|
${installations.join('\n')}

| Package | Packed | Unpacked |
|---|---|---|
${packages.join('\n')}
`;
}

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(bytes < MEGABYTE ? 2 : 1)} MB`;

/** Puts the tables into the page about installing. */
export function writeSizes(): void {
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = MARKS.map((mark) => page.indexOf(mark)) as [number, number];
  if (start === -1 || end < start) throw new Error(`expected ${MARKS.join(' … ')} in docs/install.md`);
  writeFileSync(PAGE, `${page.slice(0, start)}${MARKS[0]}\n\n${formatSizes()}\n${page.slice(end)}`);
  execFileSync('npx', ['biome', 'format', '--write', PAGE], { cwd: root, stdio: 'ignore' });
}
