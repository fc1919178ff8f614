import { Link } from '@tanstack/react-router';
import { Empty } from '../states/empty.tsx';

/** Where an address leads nowhere. */
export function NoPage() {
  return (
    <Empty title="Page not found">
      <p>
        Check the address. <Link to="/runs">Go to runs</Link>
      </p>
    </Empty>
  );
}
