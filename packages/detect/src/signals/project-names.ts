/** Package names and repositories of a project, where an agent could look up the answer. */
export interface ProjectNames {
  readonly packages: readonly string[];
  /** As `owner/name`. */
  readonly repositories: readonly string[];
}

interface Found {
  readonly name?: string | undefined;
  /** URLs that may be its repository. */
  readonly addresses: readonly string[];
}

// manifests in tests, examples and vendored code name other projects
const OTHERS = /(?:^|\/)(?:node_modules|vendor|third_party|fixtures?|tests?|testdata|examples?|templates?)\//i;
const DEEPEST = 3;

/** Whether a file can name the project. */
export const isManifest = (path: string): boolean =>
  MANIFESTS.has(path.slice(path.lastIndexOf('/') + 1)) && path.split('/').length <= DEEPEST && !OTHERS.test(path);

/** Reads the names from the manifests of a project, by path, and from its seed URL. */
export function readProjectNames(manifests: ReadonlyMap<string, string>, seed?: string): ProjectNames {
  const found = [...manifests].map(
    ([path, text]) => MANIFESTS.get(path.slice(path.lastIndexOf('/') + 1))?.(text) ?? { addresses: [] },
  );
  const addresses = [...found.flatMap((one) => one.addresses), ...(seed === undefined ? [] : [seed])];
  return {
    packages: [...new Set(found.flatMap(({ name }) => name ?? []))],
    repositories: [...new Set(addresses.flatMap((address) => repositoryOf(address) ?? []))],
  };
}

const HOSTED = /(?:^|[/@.])(?:github\.com|gitlab\.com|bitbucket\.org)[/:]([\w.-]+\/[\w.-]+)/i;

function repositoryOf(address: string): string | undefined {
  const short = /^(?:(?:github|gitlab|bitbucket):)?([\w-][\w.-]*\/[\w.-]+)$/.exec(address);
  return (HOSTED.exec(address)?.[1] ?? short?.[1])?.replace(/\.git$/, '');
}

const MANIFESTS: ReadonlyMap<string, (text: string) => Found> = new Map([
  ['package.json', readPackageJson],
  ['pyproject.toml', (text: string) => readToml(text, /^(?:project|tool\.poetry)$/)],
  ['Cargo.toml', (text: string) => readToml(text, /^package$/)],
  ['go.mod', readGoMod],
  ['pom.xml', readPom],
]);

function readPackageJson(text: string): Found {
  const manifest = parseObject(text);
  const { name, repository } = manifest;
  const address = typeof repository === 'object' ? (repository as { url?: unknown } | null)?.url : repository;
  return {
    name: typeof name === 'string' && name !== '' ? name : undefined,
    addresses: typeof address === 'string' ? [address] : [],
  };
}

function parseObject(text: string): { readonly name?: unknown; readonly repository?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // an invalid manifest has no names
    return {};
  }
}

// enough for names and URLs, which are on one line
function readToml(text: string, section: RegExp): Found {
  const addresses: string[] = [];
  let name: string | undefined;
  let inside = '';
  for (const line of text.split('\n')) {
    inside = /^\s*\[([^[\]]+)\]/.exec(line)?.[1]?.trim() ?? inside;
    const [, key = '', value = ''] = /^\s*["']?([\w -]+?)["']?\s*=\s*["']([^"']+)["']/.exec(line) ?? [];
    if (section.test(inside) && key === 'name') name ??= value;
    if (/^(?:package|project\.urls|tool\.poetry(?:\.urls)?)$/.test(inside) && /repository|source|code|home/i.test(key))
      addresses.push(...(value.includes('://') ? [value] : []));
  }
  return { name, addresses };
}

function readGoMod(text: string): Found {
  const name = /^module\s+"?([^\s"]+)/m.exec(text)?.[1];
  return { name, addresses: name?.includes('.') === true ? [name] : [] };
}

function readPom(text: string): Found {
  // only direct children of the project element name it
  const own = ['parent', 'dependencies', 'dependencyManagement', 'build', 'profiles', 'modules', 'reporting'].reduce(
    (left, tag) => withoutElement(left, tag),
    text,
  );
  const [group, artifact] = ['groupId', 'artifactId'].map((tag) => new RegExp(`<${tag}>\\s*([\\w.-]+)`).exec(own)?.[1]);
  const inherited = /<parent>[\s\S]{0,2000}?<groupId>\s*([\w.-]+)/.exec(text)?.[1];
  const scm = /<scm>[\s\S]{0,2000}?<url>\s*([^<\s]+)/.exec(own)?.[1];
  return {
    name: artifact === undefined ? undefined : `${(group ?? inherited ?? '').replaceAll('.', '/')}/${artifact}`,
    addresses: scm === undefined ? [] : [scm],
  };
}

function withoutElement(text: string, tag: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf(`<${tag}>`); start !== -1; start = text.indexOf(`<${tag}>`, from)) {
    const end = text.indexOf(`</${tag}>`, start);
    kept.push(text.slice(from, start));
    from = end === -1 ? text.length : end + tag.length + 3;
  }
  return [...kept, text.slice(from)].join('');
}
