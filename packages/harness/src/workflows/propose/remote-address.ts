/** A repository of a forge. */
export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}

/** Where a remote is, as far as its address says. */
export interface RemoteAddress extends RepositoryName {
  readonly host: string;
  /** What a push over https authenticates to; null for ssh and the like. */
  readonly origin: string | null;
}

const SCP = /^(?:[^@/\s:]+@)?(?<host>\[[^\]]+\]|[^/:\s]{2,}):(?!\/\/)(?<path>.+)$/;

/** The forge, owner and name in the address of a remote; undefined for a path or what else has none. */
export function parseRemote(address: string): RemoteAddress | undefined {
  const isUrl = address.includes('://');
  const found = isUrl ? URL.canParse(address) && fromUrl(new URL(address)) : fromScp(address);
  if (!found) return undefined;
  const repository = parseRepository(found.path);
  return repository && { host: found.host, origin: found.origin, ...repository };
}

/** `owner/name`, with or without slashes around it and `.git` behind it. */
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

// ssh through the port of https has a host name of its own
const forgeOf = (host: string): string => (host === 'ssh.github.com' ? 'github.com' : host);
