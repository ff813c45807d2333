const POSITIVE_INTEGER = /^[1-9]\d{0,14}$/

/** Ids in a path are positive integers; anything else is no route of ours and meets the not-found screen. */
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
  // fromEntries cannot know that every name is there.
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>
}
