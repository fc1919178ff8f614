import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packPackages } from './pack-packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The command and its pages. */
const OURS = ['packages/web', 'packages/cli'];
/** What checks of a change read code with. They run anywhere, so one context is good for every processor. */
const GRAMMARS = ['web-tree-sitter', '@vscode/tree-sitter-wasm'];

/** Fills a folder with everything that the image is built of. */
export function writeImageContext(folder: string): void {
  packPackages(folder, { directories: OURS });
  const grammars = GRAMMARS.map((name) => join(ROOT, 'node_modules', name));
  const options = ['--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  execFileSync('npm', ['pack', ...options, ...grammars], { stdio: ['ignore', 'ignore', 'inherit'] });
  copyFileSync(join(ROOT, 'deploy', 'Dockerfile'), join(folder, 'Dockerfile'));
}
