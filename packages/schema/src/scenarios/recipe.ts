import { z } from 'zod';

/** A path below a folder, such as `packages/a/package.json`. */
const innerPath = z
  .string()
  .regex(/^(?!(?:.*\/)?\.{1,2}(?:\/|$))[^/\0][^\0]*$/, 'expected a path without . and .. that does not start with /');

/** How the dependencies of a task are installed. Its digest is the name of the environment. */
export const EnvironmentRecipe = z
  .strictObject({
    install: z
      .string()
      .min(1)
      .meta({ description: 'The shell command that installs them. `{date}` becomes the date below.' }),
    folder: innerPath
      .nullable()
      .meta({ description: 'Where the command runs, in the workspace. Null: at the top of the workspace.' }),
    date: z.iso.date().meta({
      description: 'Without a lock file, versions of this date are installed. It is not part of the name.',
    }),
    files: z.record(innerPath, z.string()).meta({
      description: 'Manifests and lock files by path. They replace those of the workspace during the installation.',
    }),
  })
  .meta({
    id: 'EnvironmentRecipe',
    description: 'How the dependencies of a task are installed. The same recipe gives the same name on every machine.',
  });
export type EnvironmentRecipe = z.infer<typeof EnvironmentRecipe>;
