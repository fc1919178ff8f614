import { globSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export type Edit =
  | { readonly write: string; readonly text: string }
  | { readonly replace: string; readonly old: string; readonly new: string }
  | ({ readonly delete: string } | { readonly rename: string; readonly to: string });

export interface ChangeRow {
  readonly id: string;
  readonly kind: 'cheat' | 'honest';
  readonly family: string;
  readonly before?: 'red';
  readonly start?: readonly Edit[];
  readonly edits: readonly Edit[];
  readonly test?: string;
  readonly truth?: string;
}

export interface Base {
  readonly test: string;
  readonly node_modules?: boolean;
  readonly files: Readonly<Record<string, string>>;
  readonly truth: { readonly path: string; readonly command: string; readonly program: string };
  readonly changes: readonly ChangeRow[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The rows of `fixtures/red-team/changes` whose ids start with one of these; all without any. */
export function listRows(prefixes: readonly string[]) {
  const folder = join(ROOT, 'fixtures/red-team/changes');
  return globSync('*.yaml', { cwd: folder })
    .flatMap((name) => {
      const { language, bases } = parse(readFileSync(join(folder, name), 'utf8')) as {
        language: string;
        bases: readonly Base[];
      };
      return bases.flatMap((base) => base.changes.map((change) => ({ language, base, change })));
    })
    .filter(({ change }) => prefixes.length === 0 || prefixes.some((prefix) => change.id.startsWith(prefix)));
}

/** Writes a base with some edits into a folder. */
export function layOut(base: Base, edits: readonly Edit[], folder: string): void {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(base.files)) put(path, text);
  for (const edit of edits) {
    if ('write' in edit) put(edit.write, edit.text);
    else if ('delete' in edit) rmSync(join(folder, edit.delete), { recursive: true });
    else if ('rename' in edit) {
      mkdirSync(dirname(join(folder, edit.to)), { recursive: true });
      renameSync(join(folder, edit.rename), join(folder, edit.to));
    } else {
      const parts = readFileSync(join(folder, edit.replace), 'utf8').split(edit.old);
      if (parts.length !== 2) throw new Error(`${edit.replace} has ${parts.length - 1} times: ${edit.old}`);
      put(edit.replace, parts.join(edit.new));
    }
  }
  if (base.node_modules) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}
