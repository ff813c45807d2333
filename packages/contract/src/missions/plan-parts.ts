import { z } from 'zod'

/** Caps every count of a season, so that sums stay exact. */
export const MAX_COUNT = 1_000_000_000

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u)

export const texts = (most: number) => z.strictObject({ en: text(most), ko: text(most) })
export const whole = (least: number, most = MAX_COUNT) => z.int().min(least).max(most)
export const code = text(100)
