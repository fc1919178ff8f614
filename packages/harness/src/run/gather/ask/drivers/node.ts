/**
 * Answers for a JavaScript function. A value of a class that JavaScript itself does not define is shown with the name of
 * its class: it can be one thing to the reader of the answer and another to everyone else. With `hold`, all values are shown
 * after the last call.
 */
export const NODE = `
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { types } from 'node:util';
const out = process.stdout.write.bind(process.stdout);
for (const name of ['log', 'info', 'debug', 'dir', 'table']) console[name] = console.error;
const { stringify } = JSON;
const { entries, fromEntries, getPrototypeOf, is } = Object;
const { isArray, from } = Array;
const { isProxy } = types;
// by its indexes, because a list can have another iterator
const listItems = (value) => from({ length: value.length }, (_, index) => show(value[index]));
const lists = new Set([Set, Map, Buffer, Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array].map(({ prototype }) => prototype));
const texts = new Set([Date, RegExp, URL].map(({ prototype }) => prototype));
const errors = new Map([Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((one) => [one.name, one]));
const show = (value) => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  const kind = isProxy(value) ? undefined : getPrototypeOf(value);
  if (kind === Object.prototype || kind === null) return fromEntries(entries(value).map(([key, item]) => [key, show(item)]));
  if (kind === Array.prototype) return listItems(value);
  if (lists.has(kind)) return from(value, show);
  if (texts.has(kind)) return kind === Date.prototype ? Date.prototype.toJSON.call(value) : String(value);
  const name = kind?.constructor?.name || 'Proxy';
  if (typeof value.toJSON === 'function') return { [name]: show(value.toJSON()) };
  return { [name]: isArray(value) ? listItems(value) : fromEntries(entries(value).map(([key, item]) => [key, show(item)])) };
};
// a name can be given to any object
const nameError = (error) => {
  const name = error?.name ?? typeof error;
  const known = errors.get(name);
  return known === undefined || error instanceof known ? name : error?.constructor?.name + ' named ' + name;
};
const listBases = (error) => {
  const names = [];
  for (let at = getPrototypeOf(Object(error)); at !== null; at = getPrototypeOf(at)) {
    const name = at.constructor?.name;
    const known = errors.get(name);
    if (known === undefined || known.prototype === at) names.push(name);
  }
  return names;
};
const hold = process.argv.at(-1) === 'hold' && process.argv.pop() === 'hold';
const [file, path] = process.argv.pop().split('#');
const found = await import(pathToFileURL(file).href);
const root = path.split('.')[0] in found ? found : { ...found.default, default: found.default };
const called = path.split('.').reduce((at, name) => at?.[name], root);
// a function gives promises or values, as with its first answer
let promises;
const call = async (args) => {
  try {
    const given = called(...args);
    const value = await given;
    const waited = !is(given, value);
    promises ??= waited;
    const tell = () => (waited === promises ? show(value) : { [waited ? 'Promise' : 'not a Promise']: show(value) });
    return () => ({ value: tell(), args: show(args) });
  } catch (error) {
    return () => ({ error: nameError(error), bases: listBases(error), message: String(error?.message ?? error), args: show(args) });
  }
};
const tell = (read) => {
  let answer;
  try {
    answer = read();
  } catch (error) {
    answer = { unreadable: String(error) };
  }
  out(stringify(answer) + '\\n');
};
const held = [];
for await (const line of createInterface({ input: process.stdin })) {
  held.push(await call(JSON.parse(line)));
  if (!hold) tell(held.pop());
}
held.forEach(tell);
`;
