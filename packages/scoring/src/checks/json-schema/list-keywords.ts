import { equalJson } from '../equal-json.ts';
import { asCount, asList, describeMismatch, type Keyword } from './schema-scope.ts';

export const LIST_KEYWORDS: Readonly<Record<string, Keyword>> = {
  minItems(value, argument, scope) {
    const least = asCount(argument, 'minItems');
    return !Array.isArray(value) || value.length >= least
      ? null
      : describeMismatch(scope, `must have at least ${least} items`);
  },
  maxItems(value, argument, scope) {
    const most = asCount(argument, 'maxItems');
    return !Array.isArray(value) || value.length <= most
      ? null
      : describeMismatch(scope, `must have at most ${most} items`);
  },
  uniqueItems(value, argument, scope) {
    if (argument !== true || !Array.isArray(value)) return null;
    // quadratic; the budget limits the time for long lists
    const isKnown = (item: unknown, index: number): boolean => {
      for (let before = 0; before < index; before++) if (equalJson(item, value[before], scope.budget)) return true;
      return false;
    };
    const twice = value.some(isKnown);
    return twice ? describeMismatch(scope, 'must have unique items') : null;
  },
  prefixItems(value, argument, scope) {
    const schemas = asList(argument, 'prefixItems');
    if (!Array.isArray(value)) return null;
    return first(value.slice(0, schemas.length), (item, index) => scope.fits(item, schemas[index], index));
  },
  items(value, argument, scope) {
    if (!Array.isArray(value)) return null;
    const skipped = Array.isArray(scope.schema['prefixItems']) ? scope.schema['prefixItems'].length : 0;
    return first(value.slice(skipped), (item, index) => scope.fits(item, argument, index + skipped));
  },
  contains(value, argument, scope) {
    if (!Array.isArray(value)) return null;
    const { minContains = 1, maxContains } = scope.schema;
    const least = asCount(minContains, 'minContains');
    const most = maxContains === undefined ? Number.POSITIVE_INFINITY : asCount(maxContains, 'maxContains');
    const count = value.filter((item, index) => scope.fits(item, argument, index) === null).length;
    return count >= least && count <= most ? null : describeMismatch(scope, `has ${count} items that match contains`);
  },
};

function first<Item>(items: readonly Item[], look: (item: Item, index: number) => string | null): string | null {
  for (const [index, item] of items.entries()) {
    const found = look(item, index);
    if (found !== null) return found;
  }
  return null;
}
