import { readXml } from '../reports/text/xml.ts';
import { defineCoverageReader, lowest } from './coverage-reader.ts';

/** Cobertura XML: the line rate of its root element. */
export const cobertura = defineCoverageReader({
  id: 'cobertura',
  read(text) {
    const start = text.search(/<coverage\s/);
    if (start < 0) return undefined;
    let rate: number | undefined;
    const { whole } = readXml(text, start, (event) => {
      if (event.kind === 'open' && event.name === 'coverage')
        rate = Number(event.attributes.get('line-rate') ?? 'none');
    });
    return whole && rate !== undefined ? lowest([rate * 100]) : undefined;
  },
});
