import { setFlagsFromString } from 'node:v8';

/**
 * Whether grammars are optimized while they run. It takes a tenth of a second of CPU time, which only many files win back,
 * and a process cannot exit before it is done.
 */
export function optimizeGrammars(wanted: boolean): void {
  for (const flag of ['wasm-dynamic-tiering', 'wasm-tier-up']) setFlagsFromString(`--${wanted ? '' : 'no-'}${flag}`);
}
