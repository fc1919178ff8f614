import { scenarioJsonSchema } from '@assay/schema';
import { asDraft, type Draft, readList } from './draft.ts';

/** Removes the fields at their defaults, which a scenario from the server includes. */
export function removeDefaults(scenario: Draft): Draft {
  const { properties, $defs } = asDraft(scenarioJsonSchema());
  const parts = asDraft($defs);
  const fieldsOf = (name: string) => asDraft(asDraft(parts[name])['properties']);
  const limits = without(asDraft(scenario['limits']), fieldsOf('Limits'));
  return {
    ...without(scenario, asDraft(properties)),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...listed(scenario, 'stages', () => fieldsOf('StageSpec')),
    ...listed(scenario, 'scorers', ({ type }) => scorerFields(parts, type)),
  };
}

const listed = (scenario: Draft, name: string, fields: (item: Draft) => Draft): Draft => {
  const list = readList(scenario, name);
  return list.length === 0 ? {} : { [name]: list.map((item) => without(item, fields(item))) };
};

/** The fields that are not at their defaults. The caller handles limits and lists. */
const without = (value: Draft, fields: Draft): Draft =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([name, one]) => name !== 'limits' && JSON.stringify(one) !== JSON.stringify(asDraft(fields[name])['default']),
    ),
  );

function scorerFields(parts: Draft, type: unknown): Draft {
  const spec = asDraft(parts['ScorerSpec']);
  // the built-in types are one alternative, those of a configuration the other
  const kinds = readList(spec, 'anyOf')
    .flatMap((part) => readList(part, 'oneOf'))
    .map((kind) => asDraft(kind['properties']));
  return kinds.find((fields) => asDraft(fields['type'])['const'] === type) ?? {};
}
