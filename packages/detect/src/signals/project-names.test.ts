import { expect, test } from 'vitest';
import { isManifest, readProjectNames } from './project-names.ts';

test.each([
  {
    path: 'package.json',
    text: '{"name":"@scope/lib","repository":{"type":"git","url":"git+https://github.com/owner/lib.git"}}',
    names: { packages: ['@scope/lib'], repositories: ['owner/lib'] },
  },
  {
    path: 'package.json',
    text: '{"name":"lib","repository":"github:owner/lib"}',
    names: { packages: ['lib'], repositories: ['owner/lib'] },
  },
  {
    path: 'pyproject.toml',
    text: '[build-system]\nname = "no"\n[project]\nname = "flask"\n[project.urls]\n"Source Code" = "https://github.com/pallets/flask/"\nDocs = "https://github.com/other/docs"',
    names: { packages: ['flask'], repositories: ['pallets/flask'] },
  },
  {
    path: 'Cargo.toml',
    text: '[package]\nname = "serde"\nrepository = "https://github.com/serde-rs/serde"\n[dependencies]\nname = "no"',
    names: { packages: ['serde'], repositories: ['serde-rs/serde'] },
  },
  {
    path: 'go.mod',
    text: 'module github.com/spf13/cobra/v2\n\ngo 1.22\n',
    names: { packages: ['github.com/spf13/cobra/v2'], repositories: ['spf13/cobra'] },
  },
  {
    path: 'pom.xml',
    text: '<project><parent><groupId>org.apache</groupId><artifactId>parent</artifactId></parent><artifactId>lang</artifactId><scm><url>https://github.com/apache/lang</url></scm><dependencies><dependency><artifactId>no</artifactId></dependency></dependencies></project>',
    names: { packages: ['org/apache/lang'], repositories: ['apache/lang'] },
  },
  { path: 'package.json', text: '{"name": 1, "repository": null', names: { packages: [], repositories: [] } },
  { path: 'pom.xml', text: '<project><parent>', names: { packages: [], repositories: [] } },
])('reads $names from $path', ({ path, text, names }) => {
  expect(readProjectNames(new Map([[path, text]]))).toEqual(names);
});

test.each([
  ['https://github.com/pallets/flask.git', ['pallets/flask']],
  ['git@gitlab.com:group/tool.git', ['group/tool']],
  ['ssh://git@github.com/owner/name', ['owner/name']],
  ['/srv/repositories/name', []],
  ['../seed', []],
])('the seed %s names the repository %j', (seed, repositories) => {
  expect(readProjectNames(new Map(), seed).repositories).toEqual(repositories);
});

test.each([
  ['package.json', true],
  ['packages/core/package.json', true],
  ['packages/core/test/app/package.json', false],
  ['node_modules/react/package.json', false],
  ['examples/todo/Cargo.toml', false],
  ['a/b/c/d/go.mod', false],
  ['package-lock.json', false],
])('%s is a manifest: %s', (path, expected) => {
  expect(isManifest(path)).toBe(expected);
});
