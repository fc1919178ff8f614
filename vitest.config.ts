import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['@assay/source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // one more than can compute: some always wait for a browser, an agent or a disk
    maxWorkers: availableParallelism() + 1,
    // a busy machine is slow, not wrong
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'tools/**/*.test.ts'],
          // what one file has loaded, the next need not: nothing here changes what it imports
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'end-to-end',
          include: ['test/**/*.test.ts'],
          exclude: ['test/dashboard-*.test.ts'],
          testTimeout: 300_000,
          // what a page or a program comes to, however busy the machine is
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          include: ['test/dashboard-*.test.ts'],
          testTimeout: 300_000,
          // what a page comes to, however busy the machine is
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
