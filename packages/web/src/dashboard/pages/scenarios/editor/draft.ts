/** Something that is being written, as JSON has it. It may be wrong in any way: the schema says what is. */
export type Draft = Readonly<Record<string, unknown>>;

/** The draft of a scenario nobody wrote anything of. */
export const NEW_SCENARIO: Draft = {
  name: '',
  user_instruction: '',
  workspace_seed: { copy: 'fixture' },
  scorers: [{ name: 'tests pass', type: 'command', command: 'npm test' }],
};

/** With a field set; one without a value is left out, so that its default holds. */
export function withField(draft: Draft, name: string, value: unknown): Draft {
  const { [name]: _before, ...others } = draft;
  return value === undefined ? others : { ...draft, [name]: value };
}

export const listOf = (draft: Draft, name: string): readonly Draft[] => {
  const value = draft[name];
  return Array.isArray(value) ? value.map(asDraft) : [];
};

export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((one) => String(one)) : [];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const asDraft = (value: unknown): Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Draft) : {};

/** What a number field holds, while it is being typed too. */
export const numberText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

export const numberOf = (text: string): number | undefined => (text === '' ? undefined : Number(text));

/** A list with one place changed; undefined takes it out. */
export const withPlace = (list: readonly Draft[], place: number, item: Draft | undefined): readonly Draft[] =>
  item === undefined ? list.filter((_, at) => at !== place) : list.map((one, at) => (at === place ? item : one));
