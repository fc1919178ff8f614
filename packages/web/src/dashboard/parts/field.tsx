import './parts.css';
import { type ReactNode, useId } from 'react';
import { UntrustedText } from '../../shared/cards/parts/untrusted-text.tsx';

/** The attributes that link a control to its label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The error of its value. */
  readonly fault?: string | undefined;
  readonly wide?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control with its label above and its error and hint below. */
export function Field({ label, hint, fault, wide = false, children }: Props) {
  const id = useId();
  const notes = [...(hint === undefined ? [] : [`${id}-hint`]), ...(fault === undefined ? [] : [`${id}-fault`])];
  return (
    <div className="form-field" data-wide={wide || undefined}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {fault === undefined ? null : (
        <p className="fault" id={`${id}-fault`}>
          <UntrustedText text={fault} />
        </p>
      )}
      {hint === undefined ? null : (
        <p className="note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
