const CHARACTER = 8.4;
const LINE = 19;
const MARGIN = 24;
const TITLE = 40;
// columns of a picture that can be read on a page
const WIDEST = 124;

/** Text of a terminal as an SVG picture that follows the reader's light or dark setting. */
export function terminalPicture(title: string, text: string): string {
  const rows = text
    .trimEnd()
    .split('\n')
    .map((row) => (row.length > WIDEST ? `${row.slice(0, WIDEST - 1)}…` : row));
  const width = Math.ceil(Math.max(...rows.map((row) => row.length)) * CHARACTER + 2 * MARGIN);
  const height = rows.length * LINE + TITLE + MARGIN;
  const body = rows.map(
    (row, i) =>
      `  <text x="${MARGIN}" y="${TITLE + (i + 1) * LINE}" class="${classOf(row)}" xml:space="preserve">${escapeXml(row)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Output of ${escapeXml(title)}">
  <style>
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; }
    .title { fill: #59636e; } .head { font-weight: 700; } .loss { fill: #a40e26; } .note { fill: #59636e; } .frame { fill: #f6f8fa; stroke: #d1d9e0; }
    @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .title, .note { fill: #9198a1; } .loss { fill: #ff8182; } .frame { fill: #151b23; stroke: #3d444d; } }
  </style>
  <rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
  <text class="title" x="${MARGIN}" y="27">$ ${escapeXml(title)}</text>
${body.join('\n')}
</svg>
`;
}

function classOf(row: string): string {
  if (/^\S/.test(row)) return 'head';
  if (/^\s+−/.test(row)) return 'loss';
  return /^\s+and /.test(row) ? 'note' : '';
}

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
