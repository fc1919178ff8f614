/** A map that drops the entry set longest ago when it is full. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export function createBoundedMap<Value>(size: number): BoundedMap<Value> {
  const map = new Map<string, Value>();
  return {
    get: (key) => map.get(key),
    set(key, value) {
      // a map keeps insertion order: deleting first moves the key to the end
      map.delete(key);
      map.set(key, value);
      if (map.size > size) map.delete(map.keys().next().value as string);
    },
    delete(key) {
      map.delete(key);
    },
  };
}
