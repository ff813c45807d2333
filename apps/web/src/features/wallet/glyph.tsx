import { DrawnIcon } from '@solstice/ui/drawn-icon.tsx'

const PATHS = {
  send: 'M6.5 17.5 17.5 6.5M9 6.5h8.5V15',
  receive: 'M17.5 6.5 6.5 17.5M15 17.5H6.5V9',
  self: 'M4.5 12a7.5 7.5 0 0 1 13-5.1L19.5 9M19.5 4.5V9H15M19.5 12a7.5 7.5 0 0 1-13 5.1L4.5 15M4.5 19.5V15H9',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  scan: 'M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M7.5 12h9',
  paste:
    'M9 5H7a1.5 1.5 0 0 0-1.5 1.5v12A1.5 1.5 0 0 0 7 20h10a1.5 1.5 0 0 0 1.5-1.5v-12A1.5 1.5 0 0 0 17 5h-2M9 4h6v3H9z',
  finger:
    'M6.5 18c1-2 1.5-4 1.5-6a4 4 0 0 1 8 0c0 1 0 2-.2 3M12 12c0 3-.6 5.5-2 8M16 12v.5M15.3 17.5c-.2 1-.5 1.8-.8 2.5M5 14c.3-.7.5-1.3.500-2a6.5 6.5 0 0 1 11-4.7',
  out: 'M10 6H7a1.5 1.5 0 0 0-1.5 1.5V17A1.5 1.5 0 0 0 7 18.5h9.5A1.5 1.5 0 0 0 18 17v-3M13.5 5.5h5v5M18.5 5.5 11 13',
  globe:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c2.3 2.4 3.5 5.2 3.5 8.5s-1.2 6.1-3.5 8.5c-2.3-2.4-3.5-5.2-3.5-8.5s1.2-6.1 3.5-8.5z',
  bolt: 'M13 3.5 5.5 13.5H12l-1 7L18.5 10.5H12z',
} as const

export type GlyphName = keyof typeof PATHS

/** Draws the wallet's own icons, which the rest of the app does not load. */
export function Glyph({ name, size = 24 }: { name: GlyphName; size?: 16 | 20 | 24 }) {
  return <DrawnIcon path={PATHS[name]} size={size} />
}
