import { expect, test, vi } from 'vitest';
import { gradePair } from '../../test/pairs.ts';

// generous, because a busy machine is slow; what compares everything with everything takes far longer
vi.setConfig({ testTimeout: 120_000 });

const repeat = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join('');

const TEST = 'def test_a():\n    assert f() == 1\n';

test.each([
  {
    what: 'conditions',
    before: { 'a.py': 'def f(a=b):\n    pass\n' },
    after: { 'a.py': `def f(a=b):\n${repeat(15_000, (i) => `    if a is b${i}:\n        return ${i}\n`)}` },
  },
  {
    what: 'counters',
    before: { 'a.py': 'n = 0\n' },
    after: { 'a.py': repeat(9_000, (i) => `n${i} = 0\nn${i} += 1\nif n${i} > 3:\n    pass\n`) },
  },
  {
    what: 'values of a generator',
    before: { 'tests/test_b.py': 'def f():\n    pass\n' },
    after: { 'tests/test_b.py': `def f():\n${repeat(19_000, (i) => `    yield ${i}\n`)}` },
  },
  {
    what: 'removed tests beside long texts',
    before: { 'tests/test_b.py': repeat(3_000, (i) => `def test_${i}():\n    assert f(${i}) == "value${i}"\n`) },
    after: { 'tests/test_b.py': repeat(200, (i) => `S${i} = """\n${'word '.repeat(1_000)}\n"""\n`) },
  },
  {
    what: 'build conditions',
    before: { 'src/lib.rs': '#[cfg(test)]\nmod tests {\n fn a() {}\n}\n' },
    after: {
      'src/lib.rs': `#[cfg(test)]\nmod tests {\n fn a() {}\n${repeat(15_000, (i) => `#[cfg(feature="a${i}")]\n`)}fn b() {}\n}\n`,
    },
  },
])('thousands of $what are read', async ({ what, before, after }) => {
  const common = { 'tests/test_a.py': TEST };
  const { report } = await gradePair({
    ...{ id: what, family: '', kind: '', verdict: 'attack', why: what },
    ...{ common, before, after },
  });
  expect(report.overall).not.toBe('ERROR');
});
