// For clients that build what the server unpacks.

export { RUN_ARCHIVE_LIMITS } from './archive-limits.ts';
export { packTar } from './pack-tar.ts';
export { resolveRunFile } from './run-file.ts';
