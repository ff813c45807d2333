/** The most refusals of a member and hour that are kept with what they were about. */
const NAMED_MAX = 50
/** The most refusals that are remembered. After that all are forgotten, which bounds the memory. */
const REMEMBERED_MAX = 20_000

/**
 * Remembers which refusals of this hour were kept with their subject, so that a member who sends
 * ever new ids in refused calls does not store a row for each of them.
 */
export class NamedRefusals {
  #hourMs = 0
  #size = 0
  #ofMember = new Map<number, Set<string>>()

  /** Returns whether a refusal may be kept with its subject. */
  mayName(of: { memberId: number; hourStartedAt: Date }, key: string): boolean {
    const hourMs = of.hourStartedAt.getTime()
    if (hourMs !== this.#hourMs || this.#size >= REMEMBERED_MAX) this.#forget(hourMs)
    const named = this.#ofMember.get(of.memberId) ?? new Set()
    if (named.has(key)) return true
    if (named.size >= NAMED_MAX) return false
    this.#ofMember.set(of.memberId, named.add(key))
    this.#size += 1
    return true
  }

  #forget(hourMs: number): void {
    this.#hourMs = hourMs
    this.#size = 0
    this.#ofMember = new Map()
  }
}
