import { Link } from '@tanstack/react-router';
import { Empty } from '../states/empty.tsx';
import { OtherOrganizations } from '../states/other-organizations.tsx';

/** Shown for an unknown URL. */
export function NotFoundPage() {
  return (
    <Empty title="Page not found">
      <p>
        Check the address. <Link to="/">Go to the home page</Link>
      </p>
      <OtherOrganizations />
    </Empty>
  );
}
