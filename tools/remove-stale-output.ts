import { existsSync, globSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// the compiler leaves what it once wrote for a source that is gone, and packages would ship it
const root = fileURLToPath(new URL('..', import.meta.url));

for (const output of globSync('packages/*/dist/**/*.{js,d.ts,js.map,d.ts.map}', { cwd: root })) {
  const source = output.replace(/\/dist\/(?:types\/)?/, '/src/').replace(/\.(?:js|d\.ts)(?:\.map)?$/, '');
  const isBundled = output.startsWith('packages/web/dist/dashboard/');
  if (!isBundled && !existsSync(`${root}${source}.ts`) && !existsSync(`${root}${source}.tsx`))
    rmSync(`${root}${output}`);
}
