import type { ServerSettings } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { FactList } from '../../../shared/cards/parts/fact-list.tsx';
import { ask } from '../../client/api.ts';
import { Loaded } from '../../states/loaded.tsx';
import { OrganizationCards } from './organization-cards.tsx';

/** How the server was started, and its organizations. */
export function ServerSection() {
  const asked = useQuery(ask('getServer'));
  return (
    <>
      <Card title="Server">
        <p className="note">Only the operator of the server can change this, with the variables it is started with.</p>
        <Loaded query={asked} what="the settings of the server">
          {(settings) => <FactList facts={listFacts(settings)} />}
        </Loaded>
      </Card>
      {asked.data?.manages_organizations ? <OrganizationCards /> : null}
    </>
  );
}

const CONTENTS: Readonly<Record<ServerSettings['contents'], string>> = {
  database: 'in the database',
  folder: 'in a folder',
  object_store: 'in an object store',
};

const listFacts = ({ contents, identity_provider, executes_runs }: ServerSettings) => [
  { name: 'New evidence', value: CONTENTS[contents], note: 'ASSAY_BLOBS' },
  {
    name: 'Identity provider',
    value: identity_provider?.issuer ?? 'none: people sign in with links',
    note: 'ASSAY_OIDC_ISSUER',
  },
  ...(identity_provider === null
    ? []
    : [
        {
          name: 'Email addresses',
          value: identity_provider.allowed_domains.join(', ') || 'of any domain',
          note: 'ASSAY_OIDC_ALLOWED_DOMAINS',
        },
      ]),
  { name: 'Runs', value: executes_runs ? 'can be requested here' : 'can only be uploaded', note: '' },
];
