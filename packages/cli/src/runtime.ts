/** The oldest version of Node that Assay runs on. */
export const OLDEST = [22, 18] as const;

/** Whether this version of Node is supported. */
export function isSupportedRuntime(version: string = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
