import type { Language } from '../language.ts';
import { cpp } from './cpp.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript, tsx, typescript } from './javascript.ts';
import { kotlin } from './kotlin.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { swift } from './swift.ts';

/** The languages whose tests Assay reads. */
const LANGUAGES: readonly Language[] = [
  python,
  javascript,
  typescript,
  tsx,
  go,
  rust,
  java,
  kotlin,
  csharp,
  ruby,
  php,
  swift,
  cpp,
];

const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) => language.extensions.map((end) => [end, language] as const)),
);

/** The language of a file by its extension. */
export function findLanguage(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  return dot === -1 ? undefined : BY_EXTENSION.get(path.slice(dot).toLowerCase());
}
