import { UntrustedText } from '../../../../shared/cards/parts/untrusted-text.tsx';
import { formatName } from '../../../../shared/format.ts';
import { Field } from '../../../parts/field.tsx';
import { CATALOG, type CatalogEntry, entryOf } from './catalog.ts';
import { type Draft, textOf, textsOf, withField } from './draft.ts';
import type { Faults } from './faults.ts';
import { GlobTester } from './glob-tester.tsx';
import { ScorerField } from './scorer-field.tsx';

interface Props {
  readonly place: number;
  readonly scorer: Draft;
  readonly faults: Faults;
  readonly files: readonly string[];
  /** Undefined takes it away. */
  readonly change: (scorer: Draft | undefined) => void;
}

// what a type needs is in sight; what it could be told besides is folded away
const PATTERNS = ['patterns', 'test_globset'] as const;

/** One scorer: its name, its type, whether it can fail a run, and the fields of its type. */
export function ScorerRow({ place, scorer, faults, files, change }: Props) {
  const at = `scorers[${place}]`;
  const entry = entryOf(scorer['type']);
  const set = (name: string, value: unknown) => change(withField(scorer, name, value));
  const [needed, others] = splitFields(entry, scorer);
  const globs = PATTERNS.find((name) => name in scorer);
  return (
    <fieldset className="edit-row scorer-row" aria-label={`Scorer ${place + 1}`}>
      <div className="scorer-head">
        <Field label="Name" fault={faults.get(`${at}.name`)}>
          {(control) => (
            <input
              {...control}
              type="text"
              value={textOf(scorer['name'])}
              onChange={(event) => set('name', event.target.value)}
            />
          )}
        </Field>
        <Field label="Type" fault={faults.get(`${at}.type`)}>
          {(control) => (
            <select
              {...control}
              value={textOf(scorer['type'])}
              onChange={(event) => change(ofType(scorer, event.target.value))}
            >
              {entry === undefined ? <option value={textOf(scorer['type'])}>{textOf(scorer['type'])}</option> : null}
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
      <p className="note">{entry?.description ?? 'Unknown scorer type.'}</p>
      {faults.has(at) ? (
        <p className="fault">
          <UntrustedText text={faults.get(at) ?? ''} />
        </p>
      ) : null}
      <div className="form">
        {needed.map((field) => (
          <ScorerField
            key={field.name}
            field={field}
            value={scorer[field.name]}
            fault={faults.get(`${at}.${field.name}`) ?? inside(faults, `${at}.${field.name}`)}
            change={(value) => set(field.name, value)}
          />
        ))}
      </div>
      {others.length === 0 ? null : (
        <details className="scorer-more">
          <summary>More options</summary>
          <div className="form">
            {others.map((field) => (
              <ScorerField
                key={field.name}
                field={field}
                value={scorer[field.name]}
                fault={faults.get(`${at}.${field.name}`) ?? inside(faults, `${at}.${field.name}`)}
                change={(value) => set(field.name, value)}
              />
            ))}
          </div>
        </details>
      )}
      {globs === undefined ? null : (
        <GlobTester patterns={textsOf(scorer[globs])} glob={textOf(scorer['glob']) || 'fnmatch'} files={files} />
      )}
    </fieldset>
  );
}

interface SwitchProps {
  readonly entry: CatalogEntry | undefined;
  readonly required: unknown;
  readonly set: (required: boolean | undefined) => void;
}

/** Starts where its type does. Only what differs from that is written down. */
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

/** Another type keeps the name; its fields are others. */
const ofType = ({ name }: Draft, type: string): Draft => ({
  name,
  type,
  ...Object.fromEntries(
    (entryOf(type)?.fields ?? [])
      .filter((field) => field.needed)
      .map((field) => [field.name, field.kind === 'texts' ? [] : '']),
  ),
});

/** What has to be given or was, and what else there is. */
function splitFields(entry: CatalogEntry | undefined, scorer: Draft) {
  const fields = entry?.fields ?? [];
  const few = fields.length <= 2;
  const isShown = (field: (typeof fields)[number]) => few || field.needed || field.name in scorer;
  return [fields.filter(isShown), fields.filter((field) => !isShown(field))] as const;
}

/** What is wrong with one of a list is told below the list. */
function inside(faults: Faults, path: string): string | undefined {
  const found = [...faults].find(([place]) => place.startsWith(`${path}[`));
  return found === undefined ? undefined : `${found[0].slice(path.length)}: ${found[1]}`;
}
