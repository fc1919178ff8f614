import { visibleLine } from '../../shared/visible.ts';
import { api } from '../client/api.ts';
import { useSession } from '../session/use-session.ts';

/** Switches between the organizations that this browser is signed in to. */
export function OrganizationChoice() {
  const { organization_id, organizations } = useSession();
  if (organizations.length < 2) return null;
  const choose = async (chosen: string) => {
    await api.switchOrganization({ organization_id: chosen as typeof organization_id });
    // a full page load forgets the data of the other organization
    window.location.assign('/runs');
  };
  return (
    <label className="workspace">
      <span className="note">Organization</span>
      <select value={organization_id} onChange={(event) => void choose(event.target.value)}>
        {organizations.map((one) => (
          <option key={one.organization_id} value={one.organization_id}>
            {visibleLine(one.name)}
          </option>
        ))}
      </select>
    </label>
  );
}
