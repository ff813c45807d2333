/** A part of a text that both versions share, or that only one of them has. */
export type WordPart = { kind: 'same' | 'removed' | 'added'; text: string }

/** The table of longer texts would grow too large for the browser. */
const MOST_WORDS = 400

/** Marks the words by which two texts differ, keeping as many as possible. */
export function wordChanges(before: string, after: string): WordPart[] {
  const [old, next] = [wordsOf(before), wordsOf(after)]
  if (old.length > MOST_WORDS || next.length > MOST_WORDS) {
    return joined([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ])
  }
  const kept = keptWords(old, next)
  const parts: WordPart[] = []
  let [at, to] = [0, 0]
  while (at < old.length || to < next.length) {
    const [was, is] = [old[at], next[to]]
    if (was !== undefined && was === is) {
      parts.push({ kind: 'same', text: was })
      at += 1
      to += 1
    } else if (
      was !== undefined &&
      (is === undefined || keptAt(kept, at + 1, to) >= keptAt(kept, at, to + 1))
    ) {
      parts.push({ kind: 'removed', text: was })
      at += 1
    } else {
      parts.push({ kind: 'added', text: is ?? '' })
      to += 1
    }
  }
  return joined(parts)
}

/** Words with the spaces that follow them, so that joining them gives the text again. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []

const keptAt = (kept: readonly (readonly number[])[], at: number, to: number) => kept[at]?.[to] ?? 0

/** Returns how many words the rests of both texts share, for every pair of positions. */
function keptWords(old: readonly string[], next: readonly string[]): number[][] {
  const kept = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: next.length + 1 }, () => 0),
  )
  for (let at = old.length - 1; at >= 0; at -= 1) {
    for (let to = next.length - 1; to >= 0; to -= 1) {
      const row = kept[at]
      if (!row) continue
      row[to] =
        old[at] === next[to]
          ? keptAt(kept, at + 1, to + 1) + 1
          : Math.max(keptAt(kept, at + 1, to), keptAt(kept, at, to + 1))
    }
  }
  return kept
}

/** Joins neighbours of the same kind and leaves out empty ones. */
function joined(parts: readonly WordPart[]): WordPart[] {
  const result: WordPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else if (part.text !== '') result.push({ ...part })
  }
  return result
}
