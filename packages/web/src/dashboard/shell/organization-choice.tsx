import { useMutation } from '@tanstack/react-query';
import { visibleLine } from '../../shared/visible.ts';
import { openNewestSession } from '../client/api.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useSession } from '../session/use-session.ts';

/** Switches between the organizations that this browser is signed in to. */
export function OrganizationChoice() {
  const { organization_id, organizations, left_out } = useSession();
  const choose = useMutation({
    mutationFn: async (chosen: string) =>
      (await openNewestSession()).switchOrganization({ organization_id: chosen as typeof organization_id }),
    // a full page load forgets the data of the other organization
    onSuccess: () => window.location.assign('/'),
  });
  if (organizations.length < 2) return null;
  return (
    <>
      <label className="workspace">
        <span className="note">Organization</span>
        <select value={organization_id} onChange={(event) => choose.mutate(event.target.value)}>
          {organizations.map((one) => (
            <option key={one.organization_id} value={one.organization_id}>
              {visibleLine(one.name)}
            </option>
          ))}
        </select>
      </label>
      {left_out.length === 0 ? null : (
        <p className="note">
          Not signed in to <bdi>{visibleLine(left_out.map(({ name }) => name).join(', '))}</bdi>: a browser can have
          eight organizations. An owner there can send you a sign-in link.
        </p>
      )}
      <ActionError error={choose.error} />
    </>
  );
}
