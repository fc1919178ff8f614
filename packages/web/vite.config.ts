import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { thirdPartyNotices } from '../../tools/third-party-notices.ts';

const notices = thirdPartyNotices();

/** Inserts the placeholder that the command line replaces with the JSON of a report. */
const dataPlace = (): Plugin => ({
  name: 'data-place',
  apply: 'build',
  transformIndexHtml: (page) => page.replace(/(id="assay-data">)null</, '$1__ASSAY_DATA__<'),
});

/**
 * Lets the page run only its own script, by hash, so that injected markup can neither run nor load anything. Must be
 * last, because the hash covers the inlined script.
 */
const contentSecurity = (): Plugin => ({
  name: 'content-security',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.html')) file.source = withPolicy(String(file.source));
    },
  },
});

function withPolicy(page: string): string {
  const scripts = [...page.matchAll(/<script type="module"[^>]*>([\s\S]+?)<\/script>/g)];
  if (scripts.length !== 1) throw new Error(`expected one inlined script, found ${scripts.length}`);
  const hash = createHash('sha256')
    .update(scripts[0]?.[1] ?? '')
    .digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  return page.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${meta}`);
}

export default defineConfig({
  plugins: [
    notices.collect,
    notices.write,
    react(),
    dataPlace(),
    viteSingleFile({ removeViteModuleLoader: true }),
    contentSecurity(),
  ],
  build: {
    // tsc writes its output to the same folder
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'report.html' },
  },
});
