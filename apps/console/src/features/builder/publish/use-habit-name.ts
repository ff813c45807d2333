import { findTextOf, useTranslation } from '#/lib/i18n.ts'

/** Returns a function that names a habit of the simulation. */
export function useHabitName(): (habit: string) => string {
  // Renders again when the language changes.
  useTranslation('publish')
  return (habit) => findTextOf('publish', `sliders.${habit}`) ?? habit
}
