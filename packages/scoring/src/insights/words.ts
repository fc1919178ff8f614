/** Formats a duration for reading. */
export function formatDuration(duration_ms: number): string {
  if (duration_ms < 1000) return `${Math.round(duration_ms)} ms`;
  const seconds = Math.round(duration_ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** Formats a size for reading. */
export const formatSize = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;

export const formatTimes = (count: number): string => (count === 2 ? 'twice' : `${count} times`);
