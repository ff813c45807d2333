/** Returns the list with one entry in another place; the others keep their order. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length) return [...list]
  const others = list.toSpliced(from, 1)
  return others.toSpliced(to, 0, entry)
}
