import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { thirdPartyNotices } from '../../tools/third-party-notices.ts';

const notices = thirdPartyNotices();

/** The page is asked for by many addresses and named by none of them. */
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

/** The dashboard: a page whose parts are asked for when they are needed, from the server that gave the page. */
export default defineConfig({
  plugins: [notices.collect, notices.write, react(), asIndex()],
  // the source of our own packages, whether they were built or not
  resolve: { conditions: ['@assay/source', ...defaultClientConditions] },
  worker: { format: 'es', plugins: () => [notices.collect] },
  build: {
    outDir: 'dist/dashboard',
    emptyOutDir: true,
    // the policy of the server lets no script run that stands in the page
    modulePreload: { polyfill: false },
    // what is small is not inlined: an image in a style would be a second copy
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'dashboard.html' },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:4600' } },
});
