import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The default export of a TypeScript or JavaScript file; a function is called for its result. */
export async function importDefault(file: string): Promise<unknown> {
  const hooks = registerHooks({ resolve: resolveTypeScript });
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(file).href);
    const value = module.default;
    return typeof value === 'function' ? await value() : value;
  } finally {
    hooks.deregister();
  }
}

type Resolve = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>;

// resolve `./x.js` to `x.ts`, as TypeScript does
const resolveTypeScript: Resolve = (specifier, context, next) => {
  const written = /^\.\.?\/.*\.[cm]?js$/.test(specifier) && context.parentURL?.startsWith('file:');
  if (!written) return next(specifier, context);
  const script = new URL(specifier, context.parentURL);
  const source = new URL(script.href.replace(/js$/, 'ts'));
  const onlySource = !existsSync(fileURLToPath(script)) && existsSync(fileURLToPath(source));
  return next(onlySource ? source.href : specifier, context);
};
