import type { Manifest } from './workspaces.ts';

/** The names in the registry and the address of the source: `tools/published.json`, and nowhere else. */
export interface Published {
  /** The package with the command. */
  readonly name: string;
  /** The scope of all other packages. */
  readonly scope: string;
  /** Such as `https://github.com/owner/name`; null while it is unknown. */
  readonly repository: string | null;
}

const OWN_SCOPE = '@assay';

/** The manifest that is published for the package in `directory`. */
export function publishedManifest(manifest: Manifest, directory: string, published: Published): Manifest {
  const { dependencies, ...kept } = manifest;
  const { repository } = published;
  return {
    ...kept,
    name: isScoped(manifest.name) ? scopedName(manifest.name, published) : published.name,
    ...(dependencies === undefined ? {} : { dependencies: publishedDependencies(dependencies, published) }),
    ...(repository === null ? {} : { repository: { type: 'git', url: `git+${repository}.git`, directory } }),
  };
}

// an alias, because the code imports a package by the name it has here
function publishedDependencies(dependencies: unknown, published: Published): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dependencies as Record<string, string>).map(([name, version]) => {
      const renamed = isScoped(name) ? scopedName(name, published) : name;
      return [name, renamed === name ? version : `npm:${renamed}@${version}`];
    }),
  );
}

const isScoped = (name: string): boolean => name.startsWith(`${OWN_SCOPE}/`);

const scopedName = (name: string, { scope }: Published): string => name.replace(OWN_SCOPE, scope);
