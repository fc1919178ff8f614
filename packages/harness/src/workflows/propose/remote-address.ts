/** A repository on GitHub or another forge. */
export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}

/** The location of a remote, as far as its address says. */
export interface RemoteAddress extends RepositoryName {
  readonly host: string;
  /** The origin for pushes over https; null for ssh and others. */
  readonly origin: string | null;
}

const SCP = /^(?:[^@/\s:]+@)?(?<host>\[[^\]]+\]|[^/:\s]{2,}):(?!\/\/)(?<path>.+)$/;

/** Parses host, owner and name of a remote address; undefined for paths and others. */
export function parseRemote(address: string): RemoteAddress | undefined {
  const isUrl = address.includes('://');
  const found = isUrl ? URL.canParse(address) && fromUrl(new URL(address)) : fromScp(address);
  if (!found) return undefined;
  const repository = parseRepository(found.path);
  return repository && { host: found.host, origin: found.origin, ...repository };
}

/** Parses `owner/name`, with optional slashes around it and `.git`. */
export function parseRepository(text: string): RepositoryName | undefined {
  const [, owner, name] = /^\/*([A-Za-z0-9][\w-]*)\/([\w.-]+?)(?:\.git)?\/*$/.exec(text) ?? [];
  return owner === undefined || name === undefined || /^\.*$/.test(name) ? undefined : { owner, name };
}

function fromUrl({ protocol, hostname, origin, pathname }: URL) {
  if (protocol === 'https:' || protocol === 'http:') return { host: hostname, origin, path: pathname };
  return /^(git\+)?ssh:$|^git:$/.test(protocol) ? { host: forgeOf(hostname), origin: null, path: pathname } : undefined;
}

function fromScp(address: string) {
  const { host, path } = SCP.exec(address)?.groups ?? {};
  return host === undefined || path === undefined
    ? undefined
    : { host: forgeOf(host.toLowerCase()), origin: null, path };
}

// ssh over the https port has its own host name
const forgeOf = (host: string): string => (host === 'ssh.github.com' ? 'github.com' : host);
