/** Sums per member in typed arrays, because a round may have a million of them. */
export class SettlementMembers {
  readonly #slots = new Map<number, number>()
  #xp = new Float64Array(1024)
  #days = new Int32Array(1024)
  #excused = new Int32Array(1024)
  #sequences = new Float64Array(1024)
  readonly #rewards: bigint[] = []
  /** XP that was posted when the settlement had begun, which is rare. */
  readonly #late = new Map<number, { xp: number; days: number; onExcused: number }>()

  get size(): number {
    return this.#slots.size
  }

  /** Returns the members in the order in which a round is settled. */
  ids(): Float64Array {
    return Float64Array.from(this.#slots.keys()).toSorted()
  }

  of(memberId: number) {
    const slot = this.#slot(memberId)
    return {
      xp: this.#xp[slot] ?? 0,
      days: this.#days[slot] ?? 0,
      /** Check-ins on days that were excused for others. */
      onExcused: this.#excused[slot] ?? 0,
      reward: this.#rewards[slot] ?? 0n,
      late: this.#late.get(slot),
    }
  }

  addXp(memberId: number, xp: number, checkIn: { days: number; onExcused: number }): void {
    const slot = this.#slot(memberId)
    this.#xp[slot] = (this.#xp[slot] ?? 0) + xp
    this.#days[slot] = (this.#days[slot] ?? 0) + checkIn.days
    this.#excused[slot] = (this.#excused[slot] ?? 0) + checkIn.onExcused
  }

  addLateXp(memberId: number, xp: number, checkIn: { days: number; onExcused: number }): void {
    const slot = this.#slot(memberId)
    const before = this.#late.get(slot) ?? { xp: 0, days: 0, onExcused: 0 }
    this.#late.set(slot, {
      xp: before.xp + xp,
      days: before.days + checkIn.days,
      onExcused: before.onExcused + checkIn.onExcused,
    })
  }

  addReward(memberId: number, amount: bigint): void {
    const slot = this.#slot(memberId)
    this.#rewards[slot] = (this.#rewards[slot] ?? 0n) + amount
  }

  /** Returns whether the entry comes after the member's earlier ones, as the log counts them. */
  isNext(memberId: number, sequence: number): boolean {
    const slot = this.#slot(memberId)
    const before = this.#sequences[slot] ?? 0
    this.#sequences[slot] = sequence
    return sequence > before
  }

  #slot(memberId: number): number {
    const known = this.#slots.get(memberId)
    if (known !== undefined) return known
    const slot = this.#slots.size
    this.#slots.set(memberId, slot)
    this.#rewards.push(0n)
    if (slot === this.#xp.length) this.#grow(2 * slot)
    return slot
  }

  #grow(length: number): void {
    const [xp, days, excused] = [this.#xp, this.#days, this.#excused]
    const sequences = this.#sequences
    this.#xp = new Float64Array(length)
    this.#xp.set(xp)
    this.#days = new Int32Array(length)
    this.#days.set(days)
    this.#excused = new Int32Array(length)
    this.#excused.set(excused)
    this.#sequences = new Float64Array(length)
    this.#sequences.set(sequences)
  }
}
