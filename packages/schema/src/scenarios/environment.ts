import { z } from 'zod';

const absolutePath = z
  .string()
  .regex(
    /^\/(?!(?:.*\/)?\.{1,2}(?:\/|$))[^\0:]+$/,
    'expected an absolute path such as /app, without . and .. or a colon',
  );

const common = {
  workspace: absolutePath
    .optional()
    .meta({ description: 'Where the workspace is in the container. Default: the working directory of the image.' }),
  user: z.string().min(1).optional().meta({ description: 'User of the agent. Default: the user of the image.' }),
  env: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable'), z.string())
    .default({})
    .meta({ description: 'Variables of every program in the container.' }),
};

/** The container image of a task. */
export const Environment = z
  .union([
    z.strictObject({
      image: z
        .string()
        .regex(/^[A-Za-z0-9][\w.:/@-]{0,254}$/, 'expected the name of an image, such as debian:12')
        .meta({ description: 'An image that the engine has or can pull.' }),
      ...common,
    }),
    z.strictObject({
      dockerfile: z.string().min(1).meta({ description: 'Built once for the same content.' }),
      context: z.string().min(1).optional().meta({ description: 'Default: the folder of the Dockerfile.' }),
      build_timeout_s: z.number().positive().max(86_400).default(600),
      ...common,
    }),
  ])
  .meta({
    id: 'Environment',
    description: 'An image or a Dockerfile. Its programs may change the system; only the workspace is compared.',
  });
export type Environment = z.infer<typeof Environment>;

/** A solution that is a program. */
export const OracleScript = z
  .strictObject({
    folder: z.string().min(1).meta({ description: 'Files of the solution. No other agent sees them.' }),
    run: z.string().min(1).meta({ description: 'The shell command that solves the task.' }),
    at: absolutePath.default('/solution').meta({ description: 'Where the folder is in the sandbox, read-only.' }),
    env: z.record(z.string(), z.string()).default({}),
  })
  .meta({ id: 'OracleScript', description: 'A command that solves the task, with its files.' });
export type OracleScript = z.infer<typeof OracleScript>;

/** Where a verifier finds its files and writes its rewards. */
export const verifierPaths = {
  files: z.string().min(1).optional().meta({ description: 'A folder that only the verifier sees, read-only.' }),
  at: absolutePath.default('/tests').meta({ description: 'Where the folder is in the sandbox.' }),
  logs: absolutePath
    .default('/logs/verifier')
    .meta({ description: 'Where it writes reward.json or reward.txt, and optionally ctrf.json. Empty at the start.' }),
};
