import { SCORER_CONFIGS, scenarioJsonSchema } from '@assay/schema';
import { SCORERS } from '@assay/scoring';

/** A field of a scorer type, as its schema defines it. */
export interface CatalogField {
  readonly name: string;
  readonly description: string | undefined;
  /** Whether it is required. */
  readonly needed: boolean;
  readonly first: unknown;
  readonly kind: 'text' | 'number' | 'yes_no' | 'choice' | 'texts';
  readonly choices: readonly string[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly whole: boolean;
}

/** A scorer type, with what the editor needs to know. */
export interface CatalogEntry {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly required_by_default: boolean;
  /** Whether it can be required. A note to the judge cannot fail, so it cannot. */
  readonly may_gate: boolean;
  readonly fields: readonly CatalogField[];
}

interface Outline {
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Outline>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Outline[];
  readonly anyOf?: readonly Outline[];
  readonly $defs?: Readonly<Record<string, Outline>>;
}

const COMMON = ['name', 'type', 'required'];

/** Every scorer type, in the order of reports. */
export const CATALOG: readonly CatalogEntry[] = readCatalog();

export const findCatalogEntry = (type: unknown): CatalogEntry | undefined =>
  CATALOG.find((entry) => entry.type === type);

function readCatalog(): CatalogEntry[] {
  const { ScorerSpec } = (scenarioJsonSchema() as Outline).$defs ?? {};
  const outlines = (ScorerSpec?.anyOf ?? []).flatMap((part) => part.oneOf ?? [part]);
  return SCORERS.map(({ type, title, required_by_default, may_gate }) => {
    const outline = outlines.find(({ properties }) => properties?.['type']?.const === type);
    return {
      type,
      title,
      description: SCORER_CONFIGS[type].description ?? '',
      required_by_default,
      may_gate,
      fields: Object.entries(outline?.properties ?? {})
        .filter(([name]) => !COMMON.includes(name))
        .map(([name, field]) => fieldOf(name, field, outline?.required?.includes(name) ?? false)),
    };
  });
}

function fieldOf(name: string, field: Outline, needed: boolean): CatalogField {
  return {
    name,
    needed,
    description: field.description?.replaceAll('`', ''),
    first: field.default,
    kind: kindOf(field),
    choices: field.enum ?? [],
    min: field.minimum,
    // the largest safe integer is the default bound of every integer, not a real limit
    max: field.maximum === Number.MAX_SAFE_INTEGER ? undefined : field.maximum,
    whole: field.type === 'integer',
  };
}

function kindOf({ enum: choices, type }: Outline): CatalogField['kind'] {
  if (choices !== undefined) return 'choice';
  if (type === 'boolean') return 'yes_no';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'array' ? 'texts' : 'text';
}
