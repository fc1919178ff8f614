import { type CheckAnswer, defineCheck, fail, pass } from './check.ts';
import { equalJson } from './equal-json.ts';
import { parsePath } from './json-path/parse-path.ts';
import { selectValues } from './json-path/select-values.ts';
import { compilePattern } from './pattern.ts';

/** Checks the values at a path of the output. */
export const jsonPath = defineCheck({
  type: 'json_path',
  title: 'A part of the output is as expected',
  description: 'The values at a path exist, equal a value or match a pattern. If there are several, all must.',
  check({ path, exists = true, equals, matches }, { output }, budget): CheckAnswer {
    const values = selectValues(output, parsePath(path), budget);
    const found = `${values.length} ${values.length === 1 ? 'value' : 'values'} at ${path}`;
    if (!exists) return values.length === 0 ? pass(`nothing at ${path}`) : fail(`${found}; none was expected`);
    if (values.length === 0) return fail(`nothing at ${path}`);
    if (equals !== undefined && !values.every((value) => equalJson(value, equals, budget))) {
      return fail(`${found}; not all equal the expected value`);
    }
    if (matches !== undefined) {
      const pattern = compilePattern(matches, budget);
      const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
      if (!values.every((value) => pattern.test(text(value), budget))) return fail(`${found}; not all match`);
    }
    return pass(equals === undefined && matches === undefined ? found : `${found}, all as expected`);
  },
});
