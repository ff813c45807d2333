/** Vibrates briefly if the device can, unless the member prefers reduced motion. */
export function celebrate(pattern: number | number[] = 24): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // Not every browser supports it, and some ignore it before the first user interaction.
  if ('vibrate' in navigator) navigator.vibrate(pattern)
}
