import type { PublicReputation } from '@assay/schema';

// upper bound for common sans-serif fonts at this size, so the text fits in any of them
const WIDTH_OF_CHARACTER = 6.6;
const PADDING = 12;
const LABEL = 'assay';
const LONGEST_NAME = 60;

/** The reputation of an agent as an SVG without scripts, fonts or external URLs. */
export function drawBadge(reputation: PublicReputation): string {
  const { text, color } = faceOf(reputation);
  const left = widthOf(LABEL);
  const right = widthOf(text);
  const width = left + right;
  const label = escapeXml(`${shorten(reputation.agent_id)}: ${text}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${label}">
<title>${label}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d4450"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11"><text x="${left / 2}" y="14">${LABEL}</text><text x="${left + right / 2}" y="14">${escapeXml(text)}</text></g>
</svg>
`;
}

function faceOf(reputation: PublicReputation): { text: string; color: string } {
  if (reputation.score === null) {
    const { lifecycle, calibration } = reputation;
    return { text: lifecycle === 'new' ? lifecycle : `calibrating ${calibration}`, color: '#5f6b7a' };
  }
  const { score, lifecycle, stale } = reputation;
  if (stale) return { text: `${score} · stale`, color: '#5f6b7a' };
  return { text: `${score} · ${lifecycle}`, color: colorFor(score) };
}

// all dark enough for white text
function colorFor(score: number): string {
  if (score >= 800) return '#1d7a3e';
  if (score >= 600) return '#1f6fa8';
  return score >= 400 ? '#8f5a00' : '#b3261e';
}

const widthOf = (text: string): number => Math.ceil(text.length * WIDTH_OF_CHARACTER + PADDING);

const shorten = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// names come from callers; characters invalid in XML become replacement characters
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);
