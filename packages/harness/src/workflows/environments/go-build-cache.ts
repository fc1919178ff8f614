import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quote } from '../../machine/processes/quote.ts';
import { moveFolder } from '../../machine/workspace/move-folder.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import { exists } from '../test-commands/repository-files.ts';
import { type OpenTestCopyOptions, openTestCopy, type TestCopy } from '../test-commands/test-copy.ts';

export interface BuildCacheOptions
  extends Pick<OpenTestCopyOptions, 'setup' | 'readable' | 'host' | 'sandbox' | 'signal'> {
  /** The parent commit. Nothing that only the solution imports is compiled. */
  readonly seed: string;
  /** Where caches are kept; every run can read it. */
  readonly folder: string;
}

const PATIENCE_MS = 600_000;
const MODULE = ['go.mod', 'go.sum', 'vendor'];
const FOREIGN = '{{if and (ne .Name "main") (or .Standard (and .Module (not .Module.Main)))}}{{.ImportPath}}{{end}}';
const LIST = `go version && go list -e -deps -test -f ${quote(FOREIGN)} ./...`;
// `-exec true` compiles like every other `go test`, and runs no code of the packages
const COMPILE = 'GOCACHE="$PWD/go-build" go test -exec true ./warm-up';

/**
 * Compiles the packages of other modules that a Go module imports, once for all runs. Returns the commands that put
 * them into an empty home; undefined if they cannot be compiled. No code of the module itself is compiled, because
 * another task could have its solution in it.
 */
export async function shareGoBuilds(options: BuildCacheOptions): Promise<string | undefined> {
  const { seed, folder } = options;
  const wanted = await listForeignPackages(options);
  if (wanted === undefined) return undefined;
  const manifests = await Promise.all(['go.mod', 'go.sum'].map((name) => readFile(join(seed, name)).catch(() => null)));
  const texts = manifests.map((each) => each?.toString('utf8') ?? null);
  const cache = join(folder, `go-build-${canonicalDigest({ ...wanted, texts }).slice(0, 16)}`);
  if (!(await exists(cache)) && !(await compile(wanted.packages, { ...options, cache }))) return undefined;
  const place = '"$HOME/.cache/go-build"';
  return `{ [ -e ${place} ] || { mkdir -p "$HOME/.cache" && cp -Rs ${quote(cache)} ${place}; }; } 2>/dev/null`;
}

interface ForeignPackages {
  readonly version: string;
  readonly packages: readonly string[];
}

async function listForeignPackages({ seed, ...rest }: BuildCacheOptions): Promise<ForeignPackages | undefined> {
  const fill = (workspace: string): Promise<void> => cp(seed, workspace, { recursive: true, verbatimSymlinks: true });
  await using copy = await openTestCopy({ ...rest, fill });
  const { exit_code, stdout } = await copy.run(LIST, { timeout_ms: PATIENCE_MS });
  const [version = '', ...found] = stdout.split('\n');
  const packages = found.filter(isImportable).toSorted();
  return exit_code === 0 && packages.length > 0 ? { version, packages } : undefined;
}

const isImportable = (path: string): boolean =>
  /^[\w.~+-]+(?:\/[\w.~+-]+)*$/.test(path) && !/(?:^|\/)(?:internal|vendor)(?:\/|$)/.test(path);

async function compile(
  packages: readonly string[],
  { seed, cache, ...rest }: BuildCacheOptions & { readonly cache: string },
): Promise<boolean> {
  const fill = async (workspace: string): Promise<void> => {
    for (const name of MODULE)
      if (await exists(join(seed, name)))
        await cp(join(seed, name), join(workspace, name), { recursive: true, verbatimSymlinks: true });
    await mkdir(join(workspace, 'warm-up'));
    const imports = packages.map((path) => `import _ ${JSON.stringify(path)}\n`).join('');
    await writeFile(join(workspace, 'warm-up', 'warm_up_test.go'), `package warmup\n\n${imports}`);
  };
  await using copy = await openTestCopy({ ...rest, fill });
  const { exit_code } = await copy.run(COMPILE, { timeout_ms: PATIENCE_MS });
  if (exit_code !== 0) return false;
  await keep(copy, cache);
  return true;
}

// in one step, so that a kill leaves no half of it
async function keep({ folder }: TestCopy, cache: string): Promise<void> {
  const part = `${cache}.part`;
  await moveFolder(join(folder, 'go-build'), part);
  await rename(part, cache);
}
