import { hash } from 'node:crypto';

const MAX_PART_CHARS = 80;
const DIGEST_CHARS = 8;

/** The branch of each agent, `assay/SCENARIO/AGENT`: a valid git name, unique even if case is ignored. */
export function nameBranches(scenario: string, agents: readonly string[]): ReadonlyMap<string, string> {
  const plain = agents.map((agent) => toPart(agent).toLowerCase());
  return new Map(
    agents.map((agent) => {
      const part = toPart(agent);
      const alone = plain.filter((other) => other === part.toLowerCase()).length === 1;
      const own = alone ? part : `${part}-${hash('sha256', agent).slice(0, DIGEST_CHARS)}`;
      return [agent, `assay/${toPart(scenario)}/${own}`];
    }),
  );
}

const toPart = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .slice(0, MAX_PART_CHARS)
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[.-]+|(\.lock|[.-])+$/g, '') || 'unnamed';
