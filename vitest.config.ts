import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const conditions = ['@assay/source'];

/** Packages whose tests need no database, no sandbox and no browser. */
const UNIT = ['schema', 'scoring', 'transcripts', 'detect', 'proxy', 'sdk', 'web', 'cli'];

// generous, because a busy machine is slow
const PATIENT = { timeout: 30_000 };
/** Real agents, engines and browsers share two cores in CI: what fails once there is named, what fails twice fails. */
const retry = process.env['CI'] === undefined ? 0 : 1;

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // one more than cores: some always wait for a browser, an agent or a disk
    maxWorkers: availableParallelism() + 1,
    // generous, because a busy machine is slow
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      project('unit', {
        include: [`packages/{${UNIT.join(',')}}/src/**/*.test.ts`, 'tools/*.test.ts'],
        // test files of a worker share loaded modules, which is safe because none changes them
        isolate: false,
      }),
      project('harness', { include: ['packages/harness/src/**/*.test.ts'], isolate: false }),
      project('server', {
        include: ['packages/server/src/**/*.test.ts'],
        isolate: false,
        globalSetup: ['packages/server/test/shared-cluster.ts'],
        expect: { poll: PATIENT },
      }),
      project('end-to-end', {
        include: ['test/**/!(dashboard-*).test.ts', 'tools/release/*.test.ts'],
        isolate: false,
        globalSetup: ['test/compile-cache.ts'],
        retry,
        testTimeout: 300_000,
        expect: { poll: PATIENT },
      }),
      project('dashboard', {
        include: ['test/dashboard-*.test.ts'],
        isolate: false,
        retry,
        testTimeout: 300_000,
        expect: { poll: PATIENT },
      }),
    ],
  },
});

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...test } };
}
