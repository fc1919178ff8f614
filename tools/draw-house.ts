import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Package {
  readonly name: string;
  readonly description: string;
  readonly imports: readonly string[];
  readonly folders: readonly string[];
}

const WIDTH = 1000;
const HEIGHT = 104;
const GAP = 46;
const MARGIN = 16;
const LETTERS_PER_PIXEL = 1 / 6.4;

/** Draws the packages in layers, each above those it imports, from the manifests and folders. */
export function drawHouse(): string {
  const packages = readPackages();
  const floors = Map.groupBy(packages, ({ name }) => findFloor(name, packages));
  const top = Math.max(...floors.keys());
  const boxes = new Map(
    [...floors].flatMap(([floor, rooms]) => {
      const width = (WIDTH - MARGIN * (rooms.length + 1)) / rooms.length;
      return rooms.map((room, index) => {
        const x = MARGIN + index * (width + MARGIN);
        return [room.name, { room, x, y: MARGIN + (top - floor) * (HEIGHT + GAP), width }] as const;
      });
    }),
  );
  const height = MARGIN * 2 + (top + 1) * HEIGHT + top * GAP;
  const arrows = packages.flatMap((room) => directImports(room, packages).map((below) => [room.name, below] as const));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The packages of Assay: each imports only packages below it">
  <style>${STYLE}</style>
  <defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
${arrows.map(([from, to]) => drawArrow(boxes.get(from), boxes.get(to))).join('\n')}
${[...boxes.values()].map(drawBox).join('\n')}
</svg>
`;
}

const STYLE =
  'text { font: 12px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; } .name { font-size: 15px; font-weight: 700; } ' +
  '.small { fill: #59636e; } rect { fill: #f6f8fa; stroke: #8c959f; } path { stroke: #59636e; fill: none; marker-end: url(#a); } ' +
  'marker path { fill: #59636e; marker-end: none; } @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } ' +
  '.small { fill: #9198a1; } rect { fill: #151b23; stroke: #656c76; } path { stroke: #9198a1; } }';

interface Box {
  readonly room: Package;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function drawBox({ room, x, y, width }: Box): string {
  const middle = x + width / 2;
  const letters = Math.floor((width - 12) * LETTERS_PER_PIXEL);
  const lines = [
    { class: 'name', text: room.name },
    ...wrap(room.description, letters, 2).map((text) => ({ class: 'plain', text })),
    ...wrap(room.folders.join(' · '), letters, 3).map((text) => ({ class: 'small', text })),
  ];
  const words = lines.map((line, index) => {
    const at = y + 20 + index * 16;
    return `  <text x="${round(middle)}" y="${at}" class="${line.class}">${escapeXml(line.text)}</text>`;
  });
  return [
    `  <rect x="${round(x)}" y="${y}" width="${round(width)}" height="${HEIGHT}" rx="6"/>`,
    ...words.slice(0, 6),
  ].join('\n');
}

function drawArrow(from: Box | undefined, to: Box | undefined): string {
  if (from === undefined || to === undefined) throw new Error('expected a package for each arrow');
  const start = [from.x + from.width / 2, from.y + HEIGHT];
  const end = [to.x + to.width / 2, to.y];
  return `  <path d="M${start.map(round).join(' ')} L${end.map(round).join(' ')}"/>`;
}

const round = (value: number | undefined): number => Math.round((value ?? 0) * 10) / 10;
const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Up to `most` lines; longer text ends in an ellipsis. */
function wrap(text: string, letters: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else if (lines.length < most) lines.push(word);
    else {
      lines[most - 1] = `${last} …`;
      return lines;
    }
  }
  return lines;
}

function readPackages(): Package[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((path) => {
      const folder = path.split('/')[1] as string;
      const {
        description,
        dependencies = {},
        devDependencies = {},
      } = JSON.parse(readFileSync(`${root}${path}`, 'utf8'));
      return {
        name: folder,
        description,
        imports: Object.keys({ ...dependencies, ...devDependencies })
          .filter((name) => name.startsWith('@assay/'))
          .map((name) => name.slice('@assay/'.length)),
        folders: readdirSync(`${root}packages/${folder}/src`, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name)
          .sort(),
      };
    });
}

function findFloor(name: string, packages: readonly Package[]): number {
  const below = packages.find((one) => one.name === name)?.imports ?? [];
  return below.length === 0 ? 0 : 1 + Math.max(...below.map((imported) => findFloor(imported, packages)));
}

/** Leaves out transitive imports. */
function directImports({ imports }: Package, packages: readonly Package[]): string[] {
  const reached = (name: string): string[] => {
    const below = packages.find((one) => one.name === name)?.imports ?? [];
    return below.flatMap((imported) => [imported, ...reached(imported)]);
  };
  const indirect = new Set(imports.flatMap(reached));
  return imports.filter((name) => !indirect.has(name));
}
