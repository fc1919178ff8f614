import { type CheckAnswer, defineCheck, fail, pass } from './check.ts';
import { equalJson } from './equal-json.ts';
import { parsePath } from './json-path/parse-path.ts';
import { selectValues } from './json-path/select-values.ts';
import { compilePattern } from './pattern.ts';

/** Looks at one place of the output, or at several. */
export const jsonPath = defineCheck({
  type: 'json_path',
  title: 'A part of the output is as it should be',
  description:
    'What is at a path exists, equals a value or matches a pattern: all of it, if the path leads to several.',
  check({ path, exists = true, equals, matches }, { output }, budget): CheckAnswer {
    const values = selectValues(output, parsePath(path), budget);
    const found = `${values.length} ${values.length === 1 ? 'value' : 'values'} at ${path}`;
    if (!exists) return values.length === 0 ? pass(`nothing at ${path}`) : fail(`${found}, and none was expected`);
    if (values.length === 0) return fail(`nothing at ${path}`);
    if (equals !== undefined && !values.every((value) => equalJson(value, equals, budget))) {
      return fail(`${found}, and not all equal to what was expected`);
    }
    if (matches !== undefined) {
      const pattern = compilePattern(matches, budget);
      const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
      if (!values.every((value) => pattern.test(text(value), budget))) return fail(`${found}, and not all match`);
    }
    return pass(equals === undefined && matches === undefined ? found : `${found}, all as expected`);
  },
});
