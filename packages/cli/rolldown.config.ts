import { defineConfig } from 'rolldown';

// One chunk a command, with all they need inside: loading hundreds of small files is most of a start.
export default defineConfig({
  input: {
    main: 'src/main.ts',
    'grade-worker': 'src/grade-worker.ts',
    'inventory-worker': '../harness/src/inventory/inventory-worker.ts',
  },
  platform: 'node',
  // they find their WebAssembly beside themselves
  external: ['web-tree-sitter', '@vscode/tree-sitter-wasm'],
  resolve: { conditionNames: ['@assay/source', 'node', 'import', 'default'] },
  output: { dir: 'bundle', format: 'esm', cleanDir: true, sourcemap: false },
  logLevel: 'warn',
});
