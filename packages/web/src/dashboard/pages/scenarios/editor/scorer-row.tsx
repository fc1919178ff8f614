import { UntrustedText } from '../../../../shared/cards/parts/untrusted-text.tsx';
import { formatName } from '../../../../shared/format.ts';
import { Field } from '../../../parts/field.tsx';
import { CATALOG, type CatalogEntry, findCatalogEntry } from './catalog.ts';
import { type Draft, readText, readTexts, withField } from './draft.ts';
import type { DraftErrors } from './draft-errors.ts';
import { GlobTester } from './glob-tester.tsx';
import { ScorerField } from './scorer-field.tsx';

interface Props {
  readonly place: number;
  readonly scorer: Draft;
  readonly faults: DraftErrors;
  readonly files: readonly string[];
  /** `undefined` removes the scorer. */
  readonly change: (scorer: Draft | undefined) => void;
}

const PATTERNS = ['patterns', 'test_globset'] as const;

/** One scorer: name, type, required or advisory, and the fields of its type. Optional fields are folded. */
export function ScorerRow({ place, scorer, faults, files, change }: Props) {
  const at = `scorers[${place}]`;
  const entry = findCatalogEntry(scorer['type']);
  const set = (name: string, value: unknown) => change(withField(scorer, name, value));
  const [needed, others] = splitFields(entry, scorer);
  const drawField = (field: CatalogEntry['fields'][number]) => (
    <ScorerField
      key={field.name}
      field={field}
      value={scorer[field.name]}
      fault={faults.get(`${at}.${field.name}`) ?? inside(faults, `${at}.${field.name}`)}
      change={(value) => set(field.name, value)}
    />
  );
  const globs = PATTERNS.find((name) => name in scorer);
  return (
    <fieldset className="edit-row scorer-row" aria-label={`Scorer ${place + 1}`}>
      <div className="scorer-head">
        <Field label="Name" fault={faults.get(`${at}.name`)}>
          {(control) => (
            <input
              {...control}
              type="text"
              value={readText(scorer['name'])}
              onChange={(event) => set('name', event.target.value)}
            />
          )}
        </Field>
        <Field label="Type" fault={faults.get(`${at}.type`)}>
          {(control) => (
            <select
              {...control}
              value={readText(scorer['type'])}
              onChange={(event) => change(ofType(scorer, event.target.value))}
            >
              {entry === undefined ? (
                <option value={readText(scorer['type'])}>{readText(scorer['type'])}</option>
              ) : null}
              {CATALOG.map(({ type }) => (
                <option key={type} value={type}>
                  {formatName(type)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <RequiredSwitch entry={entry} required={scorer['required']} set={(required) => set('required', required)} />
        <button type="button" className="plain" onClick={() => change(undefined)}>
          Remove<span className="unseen"> scorer {place + 1}</span>
        </button>
      </div>
      <p className="note">
        {entry?.description ?? 'A scorer from a configuration. It runs with `assay run`, not on the server.'}
      </p>
      {faults.has(at) ? (
        <p className="fault">
          <UntrustedText text={faults.get(at) ?? ''} />
        </p>
      ) : null}
      <div className="form">{needed.map(drawField)}</div>
      {others.length === 0 ? null : (
        <details className="scorer-more">
          <summary>More options</summary>
          <div className="form">{others.map(drawField)}</div>
        </details>
      )}
      {globs === undefined ? null : (
        <GlobTester patterns={readTexts(scorer[globs])} glob={readText(scorer['glob']) || 'fnmatch'} files={files} />
      )}
    </fieldset>
  );
}

interface SwitchProps {
  readonly entry: CatalogEntry | undefined;
  readonly required: unknown;
  readonly set: (required: boolean | undefined) => void;
}

/** Starts with the default of the type. Only a different value is stored. */
function RequiredSwitch({ entry, required, set }: SwitchProps) {
  const first = entry?.required_by_default ?? true;
  const value = typeof required === 'boolean' ? required : first;
  return (
    <label className="check required">
      <input
        type="checkbox"
        checked={value}
        disabled={entry?.may_gate === false}
        onChange={(event) => set(event.target.checked === first ? undefined : event.target.checked)}
      />
      {value ? 'Required' : 'Advisory'}
    </label>
  );
}

/** Changes the type: keeps the name and resets the fields. */
const ofType = ({ name }: Draft, type: string): Draft => ({
  name,
  type,
  ...Object.fromEntries(
    (findCatalogEntry(type)?.fields ?? [])
      .filter((field) => field.needed)
      .map((field) => [field.name, field.kind === 'texts' ? [] : '']),
  ),
});

/** Splits the fields into those to show and those to fold: optional and not set. */
function splitFields(entry: CatalogEntry | undefined, scorer: Draft) {
  const fields = entry?.fields ?? [];
  const few = fields.length <= 2;
  const isShown = (field: (typeof fields)[number]) => few || field.needed || field.name in scorer;
  return [fields.filter(isShown), fields.filter((field) => !isShown(field))] as const;
}

/** The first error inside a list field, shown below the list. */
function inside(faults: DraftErrors, path: string): string | undefined {
  const found = [...faults].find(([place]) => place.startsWith(`${path}[`));
  return found === undefined ? undefined : `${found[0].slice(path.length)}: ${found[1]}`;
}
