import type { HeuristicJudgment, Interaction } from '@assay/schema';
import { judgeHeuristically } from '@assay/scoring';
import { findInteractions, parseEntries } from './read-transcript.ts';

/** Messages to the page, sent as soon as each result is ready. */
export type Read =
  | { readonly what: 'interactions'; readonly interactions: Interaction[] }
  | { readonly what: 'judgment'; readonly judgment: HeuristicJudgment };

const tell = (read: Read): void => self.postMessage(read);

// in a worker, because a long transcript would block the page for seconds
self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const entries = parseEntries(data);
  const interactions = findInteractions(entries);
  tell({ what: 'interactions', interactions });
  tell({ what: 'judgment', judgment: judgeHeuristically({ entries, interactions }) });
});
