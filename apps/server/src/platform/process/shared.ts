import type { Db } from './db.ts'

/** A value that a process creates once and all of its calls share, such as a cache or a queue. */
export type Shared<Value> = { name: string; create: (db: Db) => Value }

/** Returns the value of a definition; the first call creates it. */
export type SharedValues = <Value>(definition: Shared<Value>) => Value

/** Each context has its own values, so two databases in one process never share any. */
export function sharedValues(db: Db): SharedValues {
  const values = new Map<Shared<unknown>, unknown>()
  return <Value>(definition: Shared<Value>) => {
    if (!values.has(definition)) values.set(definition, definition.create(db))
    // A definition is the key of the value that its own `create` returned.
    return values.get(definition) as Value
  }
}

/** A map that drops its oldest entry when it is full. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    if (!this.has(key) && this.size >= this.#max) {
      const [oldest] = this.keys()
      if (oldest !== undefined) this.delete(oldest)
    }
    return super.set(key, value)
  }
}
