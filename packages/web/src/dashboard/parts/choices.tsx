import './parts.css';

interface Props<Id extends string> {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly title: string }[];
  readonly chosen: Id;
  readonly choose: (id: Id) => void;
}

/** A row of buttons of which one is pressed. */
export function Choices<Id extends string>({ label, choices, chosen, choose }: Props<Id>) {
  return (
    <fieldset className="choices" aria-label={label}>
      {choices.map(({ id, title }) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => choose(id)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}
