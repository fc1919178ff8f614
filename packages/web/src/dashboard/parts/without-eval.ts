/**
 * Tells the schemas, before they are loaded, to read data without making programs of themselves: the policy of the page
 * forbids that, and already the try would be reported.
 */
export async function withoutEval<Module>(load: () => Promise<Module>): Promise<Module> {
  const place = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
  place.__zod_globalConfig ??= {};
  place.__zod_globalConfig.jitless = true;
  return await load();
}
