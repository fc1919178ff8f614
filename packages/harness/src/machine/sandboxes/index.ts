import type { SandboxChoice } from '@assay/schema';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { bwrap } from './bwrap.ts';
import { createDocker } from './docker.ts';
import { local } from './local.ts';

/** Every sandbox, in the order in which they are preferred. */
export const createSandboxes = ({ image }: SandboxChoice): readonly Sandbox[] => [
  bwrap,
  createDocker({ image }),
  local,
];
