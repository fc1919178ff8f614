import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

const FILE = 'THIRD-PARTY-NOTICES.txt';
const LICENSE_FILES = '{LICENSE,LICENCE,COPYING,NOTICE,License,license}*';
const LINE = '-'.repeat(80);

/**
 * Writes the licenses of the packages whose code is in a bundle to a file beside it. A bundle that contains others, such
 * as those of workers, builds them with `collect`.
 */
export function thirdPartyNotices(): { readonly collect: Plugin; readonly write: Plugin } {
  const folders = new Set<string>();
  const collect: Plugin = {
    name: 'third-party-packages',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk')
          for (const [id, { renderedLength }] of Object.entries(output.modules)) {
            const folder = renderedLength > 0 ? packageFolder(id) : undefined;
            if (folder !== undefined) folders.add(folder);
          }
    },
  };
  const write: Plugin = {
    name: 'third-party-notices',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: describePackages([...folders]) });
    },
  };
  return { collect, write };
}

/** The folder of the installed package that a module belongs to; undefined for our own modules. */
export function packageFolder(id: string): string | undefined {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)\//.exec(id)?.[1];
}

function describePackages(folders: readonly string[]): string {
  const notices = folders.map(describePackage).sort();
  const head = 'The files beside this one contain code of the following packages, under their licenses.';
  return [head, ...new Set(notices)].join(`\n\n${LINE}\n`);
}

function describePackage(folder: string): string {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string')
    throw new Error(
      `${name} ${version} is in the bundle and its manifest names no license: replace it, or ask its author`,
    );
  const texts = globSync(LICENSE_FILES, { cwd: folder })
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  // some packages name their license and do not include its text
  const by = texts.length > 0 || author === undefined ? [] : [`Author: ${author.name ?? author}`];
  return [`${name} ${version} (${license})`, ...by, ...texts].join('\n\n');
}
