import { quotePath } from '@assay/detect';
import { AssayError, findNearest } from '@assay/schema';
import { type Configuration, createConfiguration } from './configuration.ts';

const SKILL = /(?:^|\/)\.(?:claude|codex|gemini)\/skills\/([^/]+)/;
const MAX_LISTED = 10;

/** The same configuration without one skill, for all agents. */
export function withoutSkill({ ref, files }: Configuration, name: string): Configuration {
  const kept = [...files].filter(([path]) => skillOf(path) !== name);
  if (kept.length === files.size) throw unknownSkill(name, [...files.keys()]);
  const { label, source, commit } = ref;
  return createConfiguration({ label: `${label} without ${name}`, source, commit }, new Map(kept));
}

const skillOf = (path: string): string | undefined => SKILL.exec(path)?.[1];

function unknownSkill(name: string, paths: readonly string[]): AssayError {
  const known = [...new Set(paths.flatMap((path) => skillOf(path) ?? []))].sort();
  const nearest = findNearest(name, known);
  const listed = known.slice(0, MAX_LISTED).map(quotePath).join(', ');
  const hint =
    known.length === 0
      ? 'there are no skills in .claude/skills, .codex/skills or .gemini/skills'
      : nearest === undefined
        ? `known: ${listed}${known.length > MAX_LISTED ? `, and ${known.length - MAX_LISTED} more` : ''}`
        : `did you mean ${quotePath(nearest)}?`;
  return new AssayError('usage', `expected the name of a skill, found ${quotePath(name)}; ${hint}`);
}
