import { isUtf8 } from 'node:buffer';
import { parsePath, quotePath } from '@assay/detect';
import { AssayError } from '@assay/schema';

// far more than a configuration needs; it is held in memory and written for every run
const MAX_FILES = 10_000;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;

/** Counts the artifacts of a configuration. Throws if there are too many, too large ones or invalid names. */
export interface ArtifactBounds {
  add(path: string, size_bytes: number): void;
}

export function createArtifactBounds(): ArtifactBounds {
  let files = 0;
  let total_bytes = 0;
  return {
    add(path, size_bytes) {
      if (!isUtf8(parsePath(path)))
        throw new AssayError('invalid_input', `expected a name in UTF-8, found ${quotePath(path)}; rename the file`);
      files++;
      total_bytes += size_bytes;
      if (size_bytes > MAX_FILE_BYTES)
        throw tooLarge(`at most ${MAX_FILE_BYTES} bytes in ${quotePath(path)}, found ${size_bytes}`);
      if (files > MAX_FILES) throw tooLarge(`at most ${MAX_FILES} agent configuration files, found more`);
      if (total_bytes > MAX_TOTAL_BYTES)
        throw tooLarge(`at most ${MAX_TOTAL_BYTES} bytes of agent configuration files, found more`);
    },
  };
}

const tooLarge = (what: string): AssayError =>
  new AssayError('payload_too_large', `expected ${what}; a configuration should be text and small programs`);
