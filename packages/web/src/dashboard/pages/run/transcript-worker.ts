import type { HeuristicJudgment, Interaction } from '@assay/schema';
import { judgeHeuristically } from '@assay/scoring';
import { findInteractions, parseEntries } from './read-transcript.ts';

/** What the page is told, as soon as it is known. */
export type Read =
  | { readonly what: 'interactions'; readonly interactions: Interaction[] }
  | { readonly what: 'judgment'; readonly judgment: HeuristicJudgment };

const tell = (read: Read): void => self.postMessage(read);

// beside the page, because a long transcript takes seconds, in which the page would stand still
self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const entries = parseEntries(data);
  const interactions = findInteractions(entries);
  tell({ what: 'interactions', interactions });
  tell({ what: 'judgment', judgment: judgeHeuristically({ entries, interactions }) });
});
