import type { ProgrammeDay } from './programme-day.ts'
import type { BonusInputs } from './tier.ts'
import type { TraceInputs } from './trace.ts'

/** Thrown when a stored input is missing or has another type than its rule wrote. */
export class UnreadableInputError extends Error {}

/** Reads stored inputs. A missing or altered one ends the replay, because it has no outcome. */
export class StoredInputs {
  readonly #values: TraceInputs
  constructor(values: TraceInputs) {
    this.#values = values
  }

  number(name: string): number {
    const value = this.#values[name]
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new UnreadableInputError(name)
    return value
  }

  text(name: string): string {
    const value = this.#values[name]
    if (typeof value !== 'string') throw new UnreadableInputError(name)
    return value
  }

  optionalText(name: string): string | undefined {
    return this.#values[name] == null ? undefined : this.text(name)
  }

  flag(name: string): boolean {
    const value = this.#values[name]
    if (typeof value !== 'boolean') throw new UnreadableInputError(name)
    return value
  }

  units(name: string): bigint {
    const text = this.text(name)
    if (!/^\d{1,78}$/.test(text)) throw new UnreadableInputError(name)
    return BigInt(text)
  }

  instant(name: string): Date {
    const instant = new Date(this.text(name))
    if (Number.isNaN(instant.getTime())) throw new UnreadableInputError(name)
    return instant
  }

  day(name: string): ProgrammeDay | undefined {
    // The rules only compare days, so that any text is safe.
    return this.optionalText(name) as ProgrammeDay | undefined
  }

  bonus(): BonusInputs {
    return {
      seasonXp: this.number('seasonXp'),
      level: this.number('level'),
      levelPercent: this.number('levelPercent'),
      tierId: this.number('tierId'),
      tierPercent: this.number('tierPercent'),
    }
  }
}
