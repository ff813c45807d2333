/** Caches created values. The number of keys is limited because callers choose them. */
export function remember<Made>(most: number, make: (key: string) => Made): (key: string) => Made {
  const known = new Map<string, Made>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(key)
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= most) known.delete(oldest)
    known.set(key, made)
    return made
  }
}
