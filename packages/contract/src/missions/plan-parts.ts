import { z } from 'zod'

/** Nothing a season counts is larger, so that sums of it stay exact. */
export const MOST = 1_000_000_000

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u)

export const texts = (most: number) => z.strictObject({ en: text(most), ko: text(most) })
export const whole = (least: number, most = MOST) => z.int().min(least).max(most)
export const code = text(100)
