// no agent works in these folders
const SYSTEM = /^\/(?:boot|dev|etc|proc|root|sys|var\/(?:lib|log|run|spool)|System|Library)(?:\/|$)/;
const PROGRAMS = /^\/(?:bin|lib\w*|sbin|usr)(?:\/|$)/;
const HARMLESS =
  /^\/(?:dev\/(?:null|stdin|stdout|stderr|tty|zero|urandom|random|fd\/\d+)$|usr\/(?:local\/)?(?:share|include|lib)\/)/;
const PRIVATE = /(?:^|\/)\.(?:ssh|gnupg|aws|kube|docker|netrc|pgpass|git-credentials|npmrc|pypirc)(?:\/|$)/;
const WINDOWS = /^[A-Za-z]:\/(?:windows|program files|programdata|system32)(?:\/|$| )/i;

interface EscapeOptions {
  /** The folder that must contain all absolute paths. */
  readonly root?: string | undefined;
  /** Whether system programs and libraries may be named. */
  readonly told?: boolean;
}

/** Why a path is not allowed; null when it is. */
export function findEscape(text: string, { root, told = false }: EscapeOptions): string | null {
  const path = decode(text);
  if (path.includes('\0')) return `a path with U+0000 in it: ${shorten(text)}`;
  if (climbs(path)) return `a path that climbs out: ${shorten(text)}`;
  const place = normalize(path);
  if (PRIVATE.test(place)) return `a path to private data: ${shorten(text)}`;
  const system = SYSTEM.test(place) || (!told && PROGRAMS.test(place));
  if (WINDOWS.test(place) || (system && !HARMLESS.test(place))) {
    return `a path into the system: ${shorten(text)}`;
  }
  if (root !== undefined && isAbsolute(place) && !isInside(place, normalize(root))) {
    return `a path outside of ${shorten(root)}: ${shorten(text)}`;
  }
  return null;
}

// decodes file URLs, percent encoding up to three times, and both kinds of slashes
function decode(text: string): string {
  let path = text.trim().replace(/^file:\/\/(?:localhost)?(?=\/)/i, '');
  for (let times = 0; times < 3 && path.includes('%'); times++) {
    try {
      path = decodeURIComponent(path);
    } catch {
      break;
    }
  }
  return path.replaceAll('\\', '/').replace(/^\$HOME(?=\/|$)|^\$\{HOME\}(?=\/|$)/, '~');
}

function climbs(path: string): boolean {
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Removes empty, `.` and `..` parts from a path. */
export function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

const isAbsolute = (path: string): boolean => /^(?:\/|~|[A-Za-z]:)/.test(path);

export const isInside = (path: string, root: string): boolean =>
  path === root || path.startsWith(root === '/' ? root : `${root}/`);

export const shorten = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}…` : text);
