const POSITIVE_INTEGER = /^[1-9]\d{0,14}$/

/** Validates that ids in a path are positive integers; anything else shows the not-found screen. */
export function idParams<Name extends string>(...names: Name[]) {
  return {
    parse: (raw: Record<Name, string>) => {
      if (!names.every((name) => POSITIVE_INTEGER.test(raw[name]))) return false
      return mapNames(names, (name) => Number(raw[name]))
    },
    stringify: (ids: Record<Name, number>) => mapNames(names, (name) => String(ids[name])),
  }
}

function mapNames<Name extends string, Value>(
  names: Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  // The type of `fromEntries` does not include the names.
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>
}
