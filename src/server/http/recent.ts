import { LRUCache } from 'lru-cache'

/**
 * Remembers a value a key, and forgets what was used longest ago beyond a number of keys. A Map in its place steps over all
 * that it has forgotten, and gets slower the more addresses come.
 */
export function createRecent<V extends object | number>(max: number): LRUCache<string, V> {
  // Its own `max` would take the memory for so many at once; this way it grows with what it holds.
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 })
}
