/** The metrics of one process, in the Prometheus text format. */
export interface ProcessMetrics {
  readonly process: number;
  readonly text: string;
}

const SAMPLE = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/i;

/** Merges the metrics of several processes: each value gets the label `process`, each name one description. */
export function mergeMetrics(all: readonly ProcessMetrics[]): string {
  const descriptions = new Map<string, string[]>();
  const values = new Map<string, string[]>();
  for (const { process, text } of all) {
    let family = '';
    for (const line of text.split('\n')) {
      if (line.startsWith('# ')) {
        const [, , name = ''] = line.split(' ');
        family = name;
        const known = descriptions.get(name) ?? [];
        if (!known.includes(line)) descriptions.set(name, [...known, line]);
        continue;
      }
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      if (name === undefined) continue;
      const label = `process="${process}"`;
      const group = values.get(family) ?? [];
      group.push(`${name}{${labels === '' ? label : `${labels},${label}`}} ${value}`);
      values.set(family, group);
    }
  }
  const families = [...descriptions].map(([name, lines]) => [...lines, ...(values.get(name) ?? [])].join('\n'));
  return `${families.join('\n')}\n`;
}
