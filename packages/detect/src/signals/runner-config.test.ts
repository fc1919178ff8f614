import { expect, test } from 'vitest';
import { findSignals } from './find-signals.ts';

const changed = (path: string, before: string | null, after: string | null) =>
  findSignals(new Map([[path, { before, after }]]))
    .filter(({ kind }) => kind === 'runner_config')
    .map(({ change, text }) => `${change} ${text}`);

const scripts = (test: string, build = 'tsc') =>
  `{\n  "scripts": {\n    "build": "${build}",\n    "test": "${test}"\n  }\n}\n`;
const workflow = (line: string) =>
  `jobs:\n  test:\n    steps:\n      - uses: actions/checkout@v4\n      - run: ${line}\n`;

test.each([
  [
    'conftest.py',
    null,
    'def pytest_collection_modifyitems(items):\n    items.clear()\n',
    ['added def pytest_collection_modifyitems(items):'],
  ],
  ['tests/conftest.py', '', 'collect_ignore = ["test_a.py"]\n', ['added collect_ignore = ["test_a.py"]']],
  ['sitecustomize.py', null, 'import os\n', ['added import os']],
  ['a.pth', null, 'import os\n', ['added import os']],
  [
    'pytest.ini',
    '[pytest]\naddopts = -ra\n',
    '[pytest]\naddopts = -k fast\n',
    ['added addopts = -k fast', 'removed addopts = -ra'],
  ],
  ['tox.ini', null, '[testenv]\n', ['added [testenv]']],
  [
    'jest.config.js',
    'module.exports = {\n};\n',
    "module.exports = {\n  testMatch: ['none'],\n};\n",
    ["added testMatch: ['none'],"],
  ],
  ['packages/a/vitest.config.mts', null, 'export default {};\n', ['added export default {};']],
  ['vitest.workspace.ts', null, 'export default [];\n', ['added export default [];']],
  ['playwright.config.ts', null, 'export default {};\n', ['added export default {};']],
  ['.mocharc.json', null, '{ "spec": "x" }\n', ['added { "spec": "x" }']],
  ['package.json', scripts('jest'), scripts('exit 0'), ['added "test": "exit 0"', 'removed "test": "jest"']],
  [
    'package.json',
    '{\n}\n',
    '{\n  "jest": {\n    "testMatch": []\n  }\n}\n',
    ['added "jest": {', 'added "testMatch": []', 'added }'],
  ],
  ['Makefile', 'test:\n\tpytest\n', 'test:\n\t@true\n', ['added @true', 'removed pytest']],
  ['setup.cfg', '[tool:pytest]\n', '[tool:pytest]\naddopts = -x\n', ['added addopts = -x']],
  [
    'pyproject.toml',
    '',
    '[tool.pytest.ini_options]\naddopts = "-x"\n',
    ['added [tool.pytest.ini_options]', 'added addopts = "-x"'],
  ],
  [
    '.cargo/config.toml',
    null,
    '[target.\'cfg(all())\']\nrunner = "true"\n',
    ["added [target.'cfg(all())']", 'added runner = "true"'],
  ],
  ['Cargo.toml', '', '[[test]]\nname = "a"\n', ['added [[test]]', 'added name = "a"']],
  [
    '.github/workflows/ci.yml',
    workflow('npm test'),
    workflow('npm run lint'),
    ['added - run: npm run lint', 'removed - run: npm test'],
  ],
  ['Jenkinsfile', null, "sh 'make'\n", ["added sh 'make'"]],
  [
    'pom.xml',
    '<skipTests>false</skipTests>\n',
    '<skipTests>true</skipTests>\n',
    ['added <skipTests>true</skipTests>', 'removed <skipTests>false</skipTests>'],
  ],
  ['phpunit.xml', '<a/>\n', null, ['removed <a/>']],
  [
    'vite.config.ts',
    'export default {\n};\n',
    'export default {\n  test: {\n    include: [],\n  },\n};\n',
    ['added test: {', 'added include: [],', 'added },'],
  ],
])('%s affects how tests run', (path, before, after, expected) => {
  expect(changed(path, before, after).toSorted()).toEqual(expected.toSorted());
});

test.each<[path: string, before: string | null, after: string, why: string]>([
  ['conftest.py', null, 'import pytest\n\n@pytest.fixture\ndef client():\n    return Client()\n', 'a fixture'],
  ['package.json', scripts('jest'), scripts('jest', 'tsc -b'), 'another script'],
  [
    'package.json',
    '{\n  "devDependencies": {\n    "jest": "1"\n  }\n}\n',
    '{\n  "devDependencies": {\n    "jest": "2"\n  }\n}\n',
    'a version',
  ],
  ['Makefile', 'build:\n\tcc a.c\ntest:\n\t./a\n', 'build:\n\tcc -O a.c\ntest:\n\t./a\n', 'another target'],
  [
    'pyproject.toml',
    '[project]\nversion = "1"\n[tool.pytest.ini_options]\nx = 1\n',
    '[project]\nversion = "2"\n[tool.pytest.ini_options]\nx = 1\n',
    'a version',
  ],
  [
    '.github/workflows/ci.yml',
    workflow('npm test'),
    workflow('npm test').replace('v4', 'v5'),
    'the version of an action',
  ],
  ['.github/workflows/ci.yml', workflow('npm test'), `# comment\n${workflow('npm test')}`, 'a comment'],
  ['pytest.ini', '[pytest]\n', '# comment\n[pytest]\n\n', 'a comment and a blank line'],
  ['vite.config.ts', 'export default {\n};\n', 'export default {\n  base: "/",\n};\n', 'another setting'],
  ['Cargo.toml', '[dependencies]\na = "1"\n', '[dependencies]\na = "2"\n', 'a version'],
  ['src/config.ts', '', 'export const test = 1;\n', 'another file'],
  ['pom.xml', '<a>\n</a>\n', '<a>\n<dependency>x</dependency>\n</a>\n', 'a dependency'],
])('%s does not affect how tests run', (path, before, after) => {
  expect(changed(path, before, after)).toEqual([]);
});
