import type { SimpleCommand } from '@assay/scoring';

const VALUED = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);
const WALKERS = new Set(['log', 'shortlog', 'rev-list', 'show', 'whatchanged', 'grep', 'diff']);

const OTHER_BRANCHES = 'It reads commits of all branches, including those after its task.';
const REFLOG = 'It reads old branch positions, which may be after its task.';
const REMOTE = 'It brings in commits that are not part of its task.';
const LOST = 'It searches for commits that are on no branch.';

/** Why a git command reads more than the given history; undefined if it does not. */
export function findGitLookup({ name, args }: SimpleCommand, repositories: readonly string[]): string | undefined {
  if (name !== 'git') return undefined;
  const [subcommand = '', ...rest] = withoutGlobals(args);
  if (WALKERS.has(subcommand)) return whyWalk(rest);
  switch (subcommand) {
    case 'reflog':
      return /^(?:expire|delete|exists|drop)$/.test(rest[0] ?? '') ? undefined : REFLOG;
    case 'fsck':
      return rest.some((arg) => /^--(?:lost-found|unreachable|dangling)$/.test(arg)) ? LOST : undefined;
    case 'cat-file':
      return rest.includes('--batch-all-objects') ? LOST : undefined;
    case 'fetch':
    case 'pull':
      // only shows what would be fetched
      return rest.some((arg) => /^(?:--dry-run|-n|--help|-h)$/.test(arg)) ? undefined : REMOTE;
    case 'remote':
      return /^(?:add|update|set-url)$/.test(rest[0] ?? '') ? REMOTE : undefined;
    case 'clone':
    case 'ls-remote':
      return rest.some((arg) =>
        repositories.some((each) => new RegExp(`[/:]${escapePattern(each)}(?:\\.git)?/?$`, 'i').test(arg)),
      )
        ? REMOTE
        : undefined;
    default:
      return undefined;
  }
}

function whyWalk(args: readonly string[]): string | undefined {
  // file names follow
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  if (options.some((arg) => /^(?:-g|--walk-reflogs|--reflog)$/.test(arg))) return REFLOG;
  if (options.some((arg) => /^(?:--all|--remotes(?:=.*)?)$/.test(arg))) return OTHER_BRANCHES;
  return options.some((arg) => /^(?:HEAD)?\.\.(?:origin|upstream)\//.test(arg)) ? OTHER_BRANCHES : undefined;
}

function withoutGlobals(args: readonly string[]): readonly string[] {
  let index = 0;
  while (index < args.length && (args[index] as string).startsWith('-'))
    index += VALUED.has(args[index] as string) ? 2 : 1;
  return args.slice(index);
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
