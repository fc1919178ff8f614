import { expect, test } from 'vitest';
import { platformsIn } from './platforms.ts';

test.each([
  ['#[cfg_attr(target_os = "hurd", ignore = "no sockets on Hurd")]', ['hurd']],
  ['#[cfg_attr(miri, ignore)]', ['miri']],
  ['#[cfg(not(any(miri, target_family = "wasm")))]', ['wasm', 'miri']],
  ['//go:build !tinygo', ['tinygo']],
  ['@pytest.mark.skipif(sys.platform == "cygwin", reason="slow")', ['cygwin']],
  ['@pytest.mark.skipif(sys.platform.startswith("aix"), reason="slow")', ['aix']],
  ['@pytest.mark.skipif(os.environ.get("CI") == "1", reason="slow")', []],
  ['#[ignore]', []],
])('%s names %j', (condition, platforms) => {
  expect(platformsIn(condition)).toEqual(platforms);
});
