import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@assay/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    maxWorkers: availableParallelism(),
    // a busy machine is slow, not wrong
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'end-to-end', include: ['test/**/*.test.ts'], testTimeout: 300_000 },
      },
    ],
  },
});
