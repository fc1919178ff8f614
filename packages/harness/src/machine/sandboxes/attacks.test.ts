import { describeAttacks } from '../../../test/sandbox-attacks.ts';
import { explainCgroupsUnavailable } from '../processes/cgroup.ts';
import { bwrap } from './bwrap.ts';

describeAttacks(bwrap, {
  obstacle: await bwrap.findObstacle(),
  grouped: explainCgroupsUnavailable() === undefined,
  own_view: true,
  filtered: true,
});
