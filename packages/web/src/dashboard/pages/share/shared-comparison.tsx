import { useQuery } from '@tanstack/react-query';
import { ask } from '../../client/api.ts';
import { Loaded } from '../../states/loaded.tsx';
import { Compared } from '../compare/comparison-page.tsx';

/** A comparison without its pull request, and without links to its runs. */
export function SharedComparison({ comparison_id }: { comparison_id: string }) {
  const asked = useQuery(ask('getComparison', { comparison_id }));
  return (
    <Loaded query={asked} what="the comparison" lines={10}>
      {(comparison) => <Compared comparison={comparison} />}
    </Loaded>
  );
}
