import { go } from './go.ts';
import { javascript } from './javascript.ts';
import type { Language } from './language.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import { shell } from './shell.ts';

const LANGUAGES: readonly Language[] = [python, javascript, go, rust, shell];

/** The language of a file by its extension; undefined if not supported. */
export const findLanguage = (path: string): Language | undefined =>
  LANGUAGES.find(({ extensions }) => extensions.some((extension) => path.endsWith(extension)));
