/** A draft as JSON. It may be invalid in any way; the schema reports the errors. */
export type Draft = Readonly<Record<string, unknown>>;

/** The draft of a new scenario. */
export const NEW_SCENARIO: Draft = {
  name: '',
  user_instruction: '',
  workspace_seed: { copy: 'fixture' },
  scorers: [{ name: 'tests pass', type: 'command', command: 'npm test' }],
};

/** Sets a field; `undefined` removes it, so that its default applies. */
export function withField(draft: Draft, name: string, value: unknown): Draft {
  const { [name]: _before, ...others } = draft;
  return value === undefined ? others : { ...draft, [name]: value };
}

export const readList = (draft: Draft, name: string): readonly Draft[] => {
  const value = draft[name];
  return Array.isArray(value) ? value.map(asDraft) : [];
};

export const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((one) => String(one)) : [];

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const asDraft = (value: unknown): Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Draft) : {};

/** The text of a number field, including partial input. */
export const numberText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

export const parseNumber = (text: string): number | undefined => (text === '' ? undefined : Number(text));

/** Replaces an item of a list; `undefined` removes it. */
export const withItem = (list: readonly Draft[], place: number, item: Draft | undefined): readonly Draft[] =>
  item === undefined ? list.filter((_, at) => at !== place) : list.map((one, at) => (at === place ? item : one));
