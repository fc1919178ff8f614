import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { thirdPartyNotices } from '../../tools/third-party-notices.ts';

const notices = thirdPartyNotices();

/** Renames the page: the server returns it for every route. */
const asIndex = (): Plugin => ({
  name: 'as-index',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.fileName === 'dashboard.html') file.fileName = 'index.html';
    },
  },
});

/** The dashboard: a page that loads its parts on demand from its server. */
export default defineConfig({
  plugins: [notices.collect, notices.write, react(), asIndex()],
  // the source of our own packages, whether they were built or not
  resolve: { conditions: ['@assay/source', ...defaultClientConditions] },
  worker: { format: 'es', plugins: () => [notices.collect] },
  build: {
    outDir: 'dist/dashboard',
    emptyOutDir: true,
    // the server's policy forbids inline scripts
    modulePreload: { polyfill: false },
    // do not inline small assets: an image in a style sheet would be a second copy
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'dashboard.html' },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:4600' } },
});
