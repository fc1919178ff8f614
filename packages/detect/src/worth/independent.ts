import { defineFamily } from './family.ts';

/** Expectations that come from what is tested: written to the file that is compared, or recorded from the product. */
export const independent = defineFamily({
  aspect: 'independent',
  judge: ({ gained }) =>
    gained
      .filter(({ text }) => WRITES.test(text))
      .map((line) => ({
        grade: 'review' as const,
        message: 'writes a file in a test; make sure that it is not the expectation it compares with',
        at: line,
        after: line,
      })),
});

const WRITES =
  /\bwrite_text\(|\bwrite_bytes\(|\bwriteFile(?:Sync)?\(|\bWriteFile\(|\bfs::write\(|\bFiles\.(?:write|writeString|copy)\(|\bcopyFile(?:Sync)?\(|\bshutil\.copy|\bopen\([^)]*["'][wa]b?["']|\bos\.Rename\(|\bupdateSnapshot\b|\bdump\(/;
