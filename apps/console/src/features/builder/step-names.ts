/** The steps of the builder, which can be opened in any order. */
export const STEPS = [
  'start',
  'calendar',
  'story',
  'rewards-per-day',
  'tiers',
  'wheel',
  'missions',
  'shop',
  'pools',
  'texts',
  'publish',
] as const

export type Step = (typeof STEPS)[number]
