import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';

/**
 * Finds an address that has no parameters by itself, and the others by one regular expression, which could not tell
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
