import { createRequire } from 'node:module';
import { AssayError } from '@assay/schema';

/** The parser and its grammars: what to install, and a file that is there once they are. */
const PARTS = [
  { install: 'web-tree-sitter@0.27.1', file: 'web-tree-sitter/web-tree-sitter.wasm' },
  { install: '@vscode/tree-sitter-wasm@0.3.1', file: '@vscode/tree-sitter-wasm/package.json' },
];

// looking them up takes as long as reading a file
let are_installed = false;

/** The command that installs the grammars; undefined where they are installed. */
export function findGrammarInstall(): string | undefined {
  if (are_installed) return undefined;
  const missing = PARTS.filter(({ file }) => !isInstalled(file)).map(({ install }) => install);
  are_installed = missing.length === 0;
  return are_installed ? undefined : `npm install --omit=optional ${missing.join(' ')}`;
}

/** Throws unless the grammars are installed. `purpose` starts the message: what requires them. */
export function requireGrammars(purpose: string): void {
  const install = findGrammarInstall();
  if (install !== undefined)
    throw new AssayError('not_installed', `${purpose} requires grammars that are not installed. Run: ${install}`);
}

function isInstalled(file: string): boolean {
  try {
    createRequire(import.meta.url).resolve(file);
    return true;
  } catch {
    // the caller says what to install
    return false;
  }
}
