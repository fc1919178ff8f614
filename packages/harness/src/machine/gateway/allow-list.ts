/** The target of a connection. The host is normalized as in a URL: lower case, IPv6 in brackets. */
export interface Authority {
  readonly host: string;
  readonly port: number;
}

/** Parses `host:port`; undefined if it is something else. */
export function parseAuthority(authority: string): Authority | undefined {
  const [, name, port] = /^([^/?#@\\]+):(\d{1,5})$/.exec(authority) ?? [];
  if (name === undefined || !URL.canParse(`http://${name}`)) return undefined;
  return { host: hostOf(new URL(`http://${name}`)), port: Number(port) };
}

export const urlAuthority = (url: URL): Authority => ({
  host: hostOf(url),
  port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
});

// a trailing dot marks a complete name of the same host
const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '');

/**
 * Whether a target may be reached. An entry is `host` (ports 80 and 443), `host:port`, or `*.suffix` for all
 * subdomains.
 */
export function isAllowed(entries: readonly string[], { host, port }: Authority): boolean {
  return entries.some((entry) => {
    const [, name = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (wanted === undefined ? port !== 80 && port !== 443 : port !== Number(wanted)) return false;
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length >= name.length : host === name;
  });
}
