import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';

/**
 * Looks up paths without parameters in a map, the others with one regular expression, which alone could not tell
 * `/v1/runs/stats` from `/v1/runs/:run_id`.
 */
export function createRouter<Handler>(): Router<Handler> {
  const exact = new Map<string, Result<Handler>>();
  const patterns = new RegExpRouter<Handler>();
  return {
    name: 'exact, then patterns',
    add(method, path, handler) {
      if (/[:*]/.test(path)) patterns.add(method, path, handler);
      else exact.set(`${method} ${path}`, [[[handler, {}]]]);
    },
    match: (method, path) => exact.get(`${method} ${path}`) ?? patterns.match(method, path),
  };
}
