import { Link } from '@tanstack/react-router';
import { Empty } from '../states/empty.tsx';

/** Where an address leads nowhere. */
export function NoPage() {
  return (
    <Empty title="There is no such page">
      <p>
        The address may be mistyped. <Link to="/runs">Go to the runs</Link>
      </p>
    </Empty>
  );
}
