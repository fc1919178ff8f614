import type { Run } from '../../command.ts';
import { DATABASE_HELP } from '../../server/open-store.ts';
import { writeOut } from '../../terminal/output.ts';

const HELP = `Usage: assay export [SCENARIO…] --format harbor --out DIR [OPTIONS]
       assay export org ORG FOLDER [OPTIONS]

Writes scenarios as tasks of another tool, one folder each. SCENARIO is a name, a file or a folder (default: all
scenarios of the configuration). What the other tool cannot express is listed by field.

  --format harbor   the format
  --out DIR         folder for the tasks
  --image NAME      image of scenarios without an environment (default: debian:12, or chosen by the tests
                    of mined tasks)
  --config FILE     configuration file (default: the nearest assay.config.* in this folder or above)
  --json            print one JSON document: {format, tasks, skipped}

With \`org\`, writes everything that an organization of a server owns to a new folder, readable without Assay: one file
of JSON lines per kind, the evidence of runs and the files of tasks by their SHA-256, and a manifest. Secrets are left
out; the manifest lists them. ORG is an id or a name.

${DATABASE_HELP}
  --json               print the manifest

Exit codes: 0 everything was exported · 1 a scenario was skipped, or contents are missing or damaged ·
2 usage or configuration error · 3 the database or the store cannot be reached
`;

/** Writes scenarios for another tool, or the data of an organization. */
export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const [first, ...rest] = args;
  // a scenario may have that name too
  const is_organization = first === 'org' && !rest.some((word) => word.startsWith('--format'));
  if (!is_organization) return await (await import('./tasks.ts')).exportScenarios(args);
  return await (await import('./organization.ts')).exportOwned(rest, signal);
};
