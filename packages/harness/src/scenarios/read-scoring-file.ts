import { AssayError, AxisProject, Config, formatFound } from '@assay/schema';
import { findFormulas, type ScoringChoice } from '@assay/scoring';
import { type ConfigErrors, createConfigErrors } from './documents/config-errors.ts';
import { type Document, readDocument } from './documents/read-document.ts';
import { axisFormulas } from './foreign/axis-config.ts';
import { checkDocument } from './loading.ts';

// other errors in the configuration are not reported here
const Chosen = Config.pick({ formulas: true, weights: true }).loose();
const AxisChosen = AxisProject.pick({ formulas: true, settings: true }).loose();

interface Source {
  readonly file: string;
  readonly kind: 'assay' | 'axis';
  /** Errors use paths relative to this folder. */
  readonly folder: string;
}

/** Reads formulas and weights of a configuration file. Rejects unknown versions before anything is graded. */
export async function readScoringFile({ file, kind, folder }: Source): Promise<ScoringChoice> {
  const mistakes = createConfigErrors(folder);
  const document = await readDocument(file, { mistakes });
  if (document !== undefined && checkDocument(document, { schema: kind === 'axis' ? AxisChosen : Chosen, mistakes }))
    checkVersions(document, mistakes);
  mistakes.throwIfAny();
  if (kind === 'assay') {
    const { formulas, weights } = Chosen.parse(document?.value);
    return { formulas, weights };
  }
  const { formulas, settings } = AxisChosen.parse(document?.value);
  return { formulas: axisFormulas(formulas), weights: settings?.scoring_weights };
}

function checkVersions(document: Document, mistakes: ConfigErrors): void {
  const { formulas } = Chosen.pick({ formulas: true }).parse(document.value);
  for (const [name, version] of Object.entries(formulas)) {
    try {
      findFormulas(`${name}@${version}`);
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      const [expected = ''] = error.message.replace(/^expected /, '').split(', found ');
      const path = ['formulas', name];
      mistakes.add(document.file, { path, expected, found: formatFound(version), position: document.locate(path) });
    }
  }
}
