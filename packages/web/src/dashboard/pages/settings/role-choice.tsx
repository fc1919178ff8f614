import type { Role } from '@assay/schema/api';

const ROLES: readonly { readonly role: Role; readonly about: string }[] = [
  { role: 'viewer', about: 'view everything' },
  { role: 'editor', about: 'also start runs' },
  { role: 'owner', about: 'also change settings' },
];

interface Props {
  readonly value: Role;
  readonly change: (role: Role) => void;
  readonly brief?: boolean;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly label?: string;
}

/** Selects a role. */
export const RoleChoice = ({ value, change, brief = false, disabled = false, id, label }: Props) => (
  <select
    id={id}
    aria-label={label}
    value={value}
    disabled={disabled}
    onChange={(event) => change(event.target.value as Role)}
  >
    {ROLES.map(({ role, about }) => (
      <option key={role} value={role}>
        {brief ? role : `${role}: ${about}`}
      </option>
    ))}
  </select>
);
