/** A short touch to the hand where the phone can, and never for somebody who asked for calm. */
export function celebrate(pattern: number | number[] = 24): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // Not every browser has it, and one without a person's touch before refuses.
  if ('vibrate' in navigator) navigator.vibrate(pattern)
}
