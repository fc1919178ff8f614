import type { ArtifactChange } from '@assay/schema';
import type { ArtifactFile, ConfigurationOverlay } from '../../machine/workspace/overlay.ts';
import type { Configuration } from './configuration.ts';

/** The differences between two configurations by path. */
export function compareConfigurations(before: Configuration, after: Configuration): ArtifactChange[] {
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].sort();
  return paths.flatMap((path) => {
    const change = nameChange(before.files.get(path), after.files.get(path));
    return change === null ? [] : [{ path, change }];
  });
}

function nameChange(
  before: ArtifactFile | undefined,
  after: ArtifactFile | undefined,
): ArtifactChange['change'] | null {
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  // the content of a link is its target, so it differs from a file with the same text
  const same = before.content.equals(after.content) && (before.mode === '120000') === (after.mode === '120000');
  if (!same) return 'modified';
  return before.mode === after.mode ? null : 'mode';
}

/** Overlays for two configurations, so that workspaces differ in nothing else. */
export const createOverlays = (
  one: Configuration,
  other: Configuration,
): [ConfigurationOverlay, ConfigurationOverlay] => [overlayOf(one, other), overlayOf(other, one)];

const overlayOf = (own: Configuration, other: Configuration): ConfigurationOverlay => ({
  ref: own.ref,
  files: own.files,
  absent: [...other.files.keys()].filter((path) => !own.files.has(path)),
});
