import { customType, numeric, timestamp } from 'drizzle-orm/pg-core'

/** A timestamp column with time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A column for an amount in the smallest unit of its asset. */
export const amount = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Decodes an instant that a query computes and that may be null. */
export const instantOrNull = (value: string): Date | null => new Date(value)
