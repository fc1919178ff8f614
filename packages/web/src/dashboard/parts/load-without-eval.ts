/**
 * Disables code generation in zod before it is loaded. The content security policy forbids it, and even the attempt
 * would be reported.
 */
export async function loadWithoutEval<Module>(load: () => Promise<Module>): Promise<Module> {
  const place = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
  place.__zod_globalConfig ??= {};
  place.__zod_globalConfig.jitless = true;
  return await load();
}
