import { AssayError, OrganizationId } from '@assay/schema';
import { getAttestation, getReputation } from '@assay/schema/api';
import type { Run } from '../../command.ts';
import { wantsColor } from '../../config.ts';
import { chooseServer } from '../../server/choose-server.ts';
import { requestServer } from '../../server/request-server.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { writeNamedFile } from '../../write-file.ts';
import { drawReputation } from './draw-reputation.ts';

const HELP = `Usage: assay reputation AGENT [--url URL] [--organization ORG] [--attestation FILE] [--json]

Shows the reputation of an agent on a server: its score of 1000, the confidence, and the components.

  --url URL            server (default: ASSAY_URL); the key comes from ASSAY_API_KEY
  --organization ORG   read a public agent of another organization; needs no key
  --attestation FILE   also write the signed statement, for \`assay verify\`
  --json               print the answer as JSON

Exit codes: 0 done · 2 usage error, or no such public agent · 3 the server cannot be reached, or the key is invalid
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    url: { type: 'string' },
    organization: { type: 'string' },
    attestation: { type: 'string' },
    json: { type: 'boolean' },
  });
  const [agent, ...others] = positionals;
  if (agent === undefined || others.length > 0) {
    throw new AssayError('usage', `expected one agent name, found ${positionals.length}`);
  }
  const input = { agent_id: agent, organization_id: readOrganization(values.organization) };
  const server = chooseServer(values.url);
  const reputation = await requestServer(server, {
    operation: 'getReputation',
    input,
    answer: getReputation.answer,
    signal,
  });
  if (values.attestation !== undefined) {
    const asked = { operation: 'getAttestation', input, answer: getAttestation.answer, signal } as const;
    const envelope = await requestServer(server, asked);
    await writeNamedFile(values.attestation, `${JSON.stringify(envelope, null, 2)}\n`);
  }
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(values.json ? `${JSON.stringify(reputation)}\n` : drawReputation(reputation, style));
  return 0;
};

function readOrganization(organization: string | undefined): OrganizationId | undefined {
  if (organization === undefined) return undefined;
  const read = OrganizationId.safeParse(organization);
  if (read.success) return read.data;
  throw new AssayError('usage', `expected --organization to be an id such as org_…, found ${organization}`);
}
