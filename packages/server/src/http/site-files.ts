import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { PAGE_HEADERS } from './security-headers.ts';
import type { Outgoing } from './serve-operation.ts';

/** The built dashboard, read once at the start, so no path can reach other files. */
export interface SiteFiles {
  find(path: string): Outgoing | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};
// file names with a content hash
const HASHED = /^\/assets\//;
const YEAR = 'public, max-age=31536000, immutable';
// API paths never fall back to the dashboard page
const PROGRAMS = /^\/(v1|\.well-known|assets|docs|openapi\.json|healthz|readyz|metrics)(\/|$)/;

// what links show is not for search engines
const SHARE = '/share';

export function readSiteFiles(folder: string): SiteFiles {
  const files = new Map<string, Outgoing>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const type = TYPES[extname(file)];
    if (type === undefined) continue;
    const cache = HASHED.test(path) ? { 'cache-control': YEAR } : {};
    files.set(path, {
      status: 200,
      content: readFileSync(file),
      headers: { ...PAGE_HEADERS, ...cache, 'content-type': type },
    });
  }
  const index = files.get('/dashboard.html') ?? files.get('/index.html');
  const unlisted = index && { ...index, headers: { ...index.headers, 'x-robots-tag': 'noindex' } };
  return {
    find(path) {
      const file = files.get(path);
      if (file !== undefined || PROGRAMS.test(path)) return file;
      return path === SHARE ? unlisted : index;
    },
  };
}
