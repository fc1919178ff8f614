import { defineFamily } from './family.ts';
import { createPhrases } from './phrases.ts';

/** Expectations that come from what is tested: written to the file that is compared, or recorded from the product. */
export const independent = defineFamily({
  aspect: 'independent',
  judge: ({ gained }) =>
    gained
      .filter(({ text }) => writes(text) || OPENS_TO_WRITE.test(text))
      .map((line) => ({
        grade: 'review' as const,
        message: 'writes a file in a test; make sure that it is not the expectation it compares with',
        at: line,
        after: line,
      })),
});

const writes = createPhrases({
  python: ['write_text(', 'write_bytes(', 'shutil.copy*', 'dump('],
  javascript: ['writeFile(', 'writeFileSync(', 'copyFile(', 'copyFileSync(', 'updateSnapshot'],
  go: ['WriteFile(', 'os.Rename('],
  rust: ['fs::write('],
  java: ['Files.write(', 'Files.writeString(', 'Files.copy('],
});

const OPENS_TO_WRITE = /\bopen\([^)]*["'][wa]b?["']/;
