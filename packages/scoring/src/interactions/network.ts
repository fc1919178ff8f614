import type { SimpleCommand } from './shell.ts';

/** Programs whose purpose is to contact another machine. */
const NETWORK_PROGRAMS = new Set(
  `curl wget aria2c axel http https xh grpcurl websocat lynx w3m
   ssh scp sftp ssh-copy-id ssh-keyscan autossh ftp lftp mosh telnet nc ncat netcat ping ping6 dig nslookup host whois traceroute
   gh glab hub aws gcloud gsutil az doctl heroku vercel netlify fly flyctl wrangler railway supabase firebase stripe
   rclone s3cmd twine hf huggingface-cli yt-dlp youtube-dl`.split(/\s+/),
);

const REGISTRY =
  'publish unpublish login logout adduser whoami view info show search ping audit outdated deprecate dist-tag owner access token';

/** Programs that contact another machine only with some subcommands. */
const NETWORK_SUBCOMMANDS: Record<string, ReadonlySet<string>> = {
  git: words('push pull fetch clone ls-remote send-email svn'),
  hg: words('push pull clone incoming outgoing'),
  svn: words('checkout co update up commit ci'),
  npm: words(REGISTRY),
  pnpm: words(REGISTRY),
  yarn: words(`${REGISTRY} npm`),
  bun: words('publish outdated audit'),
  pip: words('download search index'),
  pip3: words('download search index'),
  poetry: words('publish'),
  uv: words('publish'),
  cargo: words('publish search login yank owner'),
  gem: words('push fetch search yank'),
  mvn: words('deploy'),
  docker: words('pull push login logout search'),
  podman: words('pull push login logout search'),
  helm: words('pull push'),
  openssl: words('s_client'),
};

/** Subcommands with nested subcommands, and those of them that contact another machine. */
const NESTED: Record<string, Record<string, ReadonlySet<string>>> = {
  docker: { image: words('pull push'), compose: words('pull push'), manifest: words('push') },
  podman: { image: words('pull push'), compose: words('pull push') },
  git: {
    submodule: words('update add'),
    subtree: words('push pull add'),
    lfs: words('push pull fetch clone'),
    remote: words('update show prune'),
  },
};

/** Database clients, which are network calls when the host is another machine. */
const DATABASE_CLIENTS = words(
  'psql pg_dump pg_dumpall pg_restore createdb dropdb mysql mysqldump mariadb mongosh mongo mongodump redis-cli clickhouse-client sqlcmd cqlsh',
);

/** Whether a command contacts another machine. Decided by the program and its arguments, not by text it mentions. */
export function isNetworkCall(command: SimpleCommand): boolean {
  const { name, args, files } = command;
  if (args.length === 1 && /^(-V|-h|--?version|--?help|version|help)$/.test(args[0] as string)) return false;
  if (NETWORK_PROGRAMS.has(name)) return true;
  if (DATABASE_CLIENTS.has(name)) return databaseHosts(args).some(isRemote);
  if (name === 'rsync') return args.some((arg) => /^rsync:\/\/|^[^-/.\s][^/\s]*:/.test(arg));
  // the shell itself opens a connection for these files
  if (files.some((file) => /^\/dev\/(tcp|udp)\//.test(file))) return true;
  return hasNetworkSubcommand(command);
}

function hasNetworkSubcommand({ name, args }: SimpleCommand): boolean {
  const known = Object.hasOwn(NETWORK_SUBCOMMANDS, name) ? NETWORK_SUBCOMMANDS[name] : undefined;
  if (known === undefined) return false;
  const [subcommand = '', ...rest] = operands(args);
  if (known.has(subcommand)) return true;
  const nested = NESTED[name] ?? {};
  return Object.hasOwn(nested, subcommand) && (nested[subcommand]?.has(rest[0] ?? '') ?? false);
}

const VALUED = new Set([
  '-C',
  '-c',
  '-f',
  '-H',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--registry',
  '--prefix',
  '--context',
  '--host',
  '--file',
  '--config',
  '-w',
  '--workspace',
]);

function operands(args: readonly string[]): string[] {
  const found: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string;
    // cargo +nightly publish
    if (!/^[-+]/.test(arg)) found.push(arg);
    else if (VALUED.has(arg)) index++;
  }
  return found;
}

function databaseHosts(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const url = /^[a-z][a-z0-9+]*:\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/?,]*)/i.exec(arg);
    if (url) return [url[1] as string];
    const keyword = /(?:^|\s)host=(\S+)/.exec(arg);
    if (keyword) return [keyword[1] as string];
    const glued = /^(?:-[hS]|--(?:host|server)=)(.+)$/.exec(arg);
    if (glued) return [glued[1] as string];
    return /^(-h|-S|--host|--server)$/.test(arg) ? [args[index + 1] ?? ''] : [];
  });
}

const isRemote = (host: string): boolean => !/^(|localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0|\.|\/.*|@.*)$/.test(host);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
