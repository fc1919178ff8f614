import type { Session } from '@assay/schema/api';
import { useQueryClient } from '@tanstack/react-query';
import { visibleLine } from '../../shared/visible.ts';
import { SESSION_KEY } from '../client/session-key.ts';

/** Where something that does not exist here may be. */
export function OtherOrganizations() {
  const session = useQueryClient().getQueryData<Session>(SESSION_KEY);
  const others = session?.organizations.filter(({ organization_id }) => organization_id !== session.organization_id);
  if (others === undefined || others.length === 0) return null;
  return (
    <p className="note">
      You are looking at {visibleLine(session?.organization ?? '')}. If it belongs to{' '}
      {others.map(({ name }) => visibleLine(name)).join(' or ')}, switch the organization in the navigation, then open
      the link again.
    </p>
  );
}
