import type { SandboxChoice } from '@assay/schema';
import type { Sandbox } from '../../contracts/sandbox.ts';
import { bwrap } from './bwrap.ts';
import { createDocker } from './docker.ts';
import { local } from './local.ts';

/** Every sandbox, in order of preference. */
export const createSandboxes = ({ image }: SandboxChoice): readonly Sandbox[] => [
  bwrap,
  createDocker({ image }),
  local,
];
