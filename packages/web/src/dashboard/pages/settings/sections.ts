import type { ComponentType } from 'react';
import { AuditSection } from './audit-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { MembersSection } from './members-section.tsx';
import { OrganizationSection } from './organization-section.tsx';
import { ServerSection } from './server-section.tsx';
import { SharingSection } from './sharing-section.tsx';
import { SignInsSection } from './sign-ins-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';
import { WorkspacesSection } from './workspaces-section.tsx';

/** One section of the settings, with its own URL. */
interface Section {
  readonly id: string;
  readonly title: string;
  /** Whether it requires the admin scope. */
  readonly admin: boolean;
  readonly Content: ComponentType;
}

export const SECTIONS: readonly Section[] = [
  { id: 'organization', title: 'Organization', admin: false, Content: OrganizationSection },
  { id: 'workspaces', title: 'Workspaces', admin: false, Content: WorkspacesSection },
  { id: 'sharing', title: 'Sharing', admin: false, Content: SharingSection },
  { id: 'members', title: 'Members', admin: true, Content: MembersSection },
  { id: 'keys', title: 'API keys', admin: true, Content: KeysSection },
  { id: 'sign-ins', title: 'Signed-in browsers', admin: true, Content: SignInsSection },
  { id: 'webhooks', title: 'Webhooks', admin: true, Content: WebhooksSection },
  { id: 'audit', title: 'Audit log', admin: true, Content: AuditSection },
  { id: 'server', title: 'Server', admin: true, Content: ServerSection },
];
