import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(ROOT, 'packages/cli/bin/assay.js');
const MCP_SERVER = join(ROOT, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js');

const NODE = `exec '${process.execPath}'`;

/** Programs in front of PATH: the built command, installed MCP servers, and a curl that fails on an HTTP error. */
const SHIMS = {
  assay: `${NODE} '${CLI}' "$@"`,
  npx: `[ "$1" = -y ] && shift
name=$1; shift
case $name in
  my-mcp-server | @modelcontextprotocol/server-memory) ${NODE} '${MCP_SERVER}' "$@" ;;
  *) echo "npx: $name is not prepared in test/docs/shims.ts" >&2; exit 127 ;;
esac`,
  node: `${NODE} "$@"`,
  curl: 'exec /usr/bin/env -u DOCS_PATH PATH="$DOCS_PATH" curl --silent --show-error --fail-with-body "$@"',
};

export function writeShims(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of Object.entries(SHIMS)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}
