const UNRELEASED = '## Unreleased';

/** The changelog with everything unreleased in a section for this version. */
export function releaseChangelog(text: string, version: string, date: string): string {
  if (isReleased(text, version))
    throw new Error(`CHANGELOG.md already has a section for ${version}: choose another version`);
  const [before, after] = text.split(`${UNRELEASED}\n`);
  if (before === undefined || after === undefined) throw new Error(`CHANGELOG.md has no line "${UNRELEASED}": add it`);
  const [changes = ''] = after.split(/^## /m);
  if (changes.trim() === '')
    throw new Error(`CHANGELOG.md has nothing under "${UNRELEASED}": there is nothing to release`);
  return `${before}${UNRELEASED}\n\n## ${version} - ${date}\n${after}`;
}

/** Whether the changelog has a section for this version. */
export const isReleased = (text: string, version: string): boolean =>
  text.split('\n').some((line) => line.startsWith(`## ${version} - `));
