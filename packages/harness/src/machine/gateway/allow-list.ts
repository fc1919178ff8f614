/** Where a client wants to go. The host is as a URL has it: lower case, an IPv6 address in brackets. */
export interface Authority {
  readonly host: string;
  readonly port: number;
}

/** The host and port of `host:port`; undefined when it is something else. */
export function parseAuthority(authority: string): Authority | undefined {
  const [, name, port] = /^([^/?#@\\]+):(\d{1,5})$/.exec(authority) ?? [];
  if (name === undefined || !URL.canParse(`http://${name}`)) return undefined;
  return { host: hostOf(new URL(`http://${name}`)), port: Number(port) };
}

export const authorityOf = (url: URL): Authority => ({
  host: hostOf(url),
  port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
});

// a dot at the end marks a name as complete and leads to the same place
const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '');

/**
 * Whether a place may be reached. An entry is `host`, which stands for the ports of the web, or `host:port`; `*.suffix`
 * stands for every host below it.
 */
export function isAllowed(entries: readonly string[], { host, port }: Authority): boolean {
  return entries.some((entry) => {
    const [, name = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (wanted === undefined ? port !== 80 && port !== 443 : port !== Number(wanted)) return false;
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length >= name.length : host === name;
  });
}
