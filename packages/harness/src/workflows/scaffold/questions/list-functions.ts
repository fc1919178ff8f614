import { parseSource } from '@assay/detect';
import { isSource } from '../bugs/list-bugs.ts';
import type { AskedFunction } from './asked-function.ts';
import { listGoFunctions } from './go-functions.ts';
import { listJavascriptFunctions } from './javascript-functions.ts';
import { listPythonFunctions } from './python-functions.ts';

/** The functions of the sources that can be called from outside. */
export async function listFunctions(files: ReadonlyMap<string, string>): Promise<AskedFunction[]> {
  const found: AskedFunction[] = [];
  for (const [path, text] of files) {
    if (!isSource(path)) continue;
    const tree = await parseSource(path, text);
    if (tree?.language === 'python') found.push(...listPythonFunctions(path, text, tree.root));
    else if (tree?.language === 'go') found.push(...listGoFunctions(path, tree.root));
    else if (tree?.language === 'javascript' || tree?.language === 'typescript')
      found.push(...listJavascriptFunctions(path, tree.root));
  }
  return found;
}
