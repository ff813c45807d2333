import { DrawnIcon } from '@solstice/ui/drawn-icon.tsx'
import type { IconSize } from '@solstice/ui/drawn-icon.tsx'

/** Line drawings on a 24 px grid with round ends. */
const PATHS = {
  today: 'M4 18.5h16M7.5 18.5a4.5 4.5 0 0 1 9 0M12 6v3M5 10.5l1.8 1.8M19 10.5l-1.8 1.8',
  refund: 'M9 7 4.5 11.5 9 16M4.5 11.5H15a4.5 4.5 0 0 1 0 9h-2',
  money:
    'M19 7c0 1.7-3.1 3-7 3S5 8.7 5 7s3.1-3 7-3 7 1.3 7 3zM5 7v5c0 1.7 3.1 3 7 3s7-1.3 7-3V7M5 12v5c0 1.7 3.1 3 7 3s7-1.3 7-3v-5',
  system:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM9 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  people:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 19.5c.6-3.7 3-5.5 6.5-5.5s5.9 1.8 6.5 5.5M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .7 3.2 2.3 3.5 5',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10zM10 20a2.2 2.2 0 0 0 4 0',
  stamp:
    'M9 13.5c1-1.5.5-3-.2-4.5a3.6 3.6 0 1 1 6.4 0c-.7 1.5-1.2 3-.2 4.5h3.5a1.5 1.5 0 0 1 1.5 1.5v2H4v-2a1.5 1.5 0 0 1 1.5-1.5zM5 20.5h14',
  calendar:
    'M4.5 7.5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2zM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4',
  stop: 'M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2zM12 8v4.7M12 16h.01',
  alert: 'M12 4 2.8 19.5h18.4zM12 10v4.2M12 17h.01',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5M12 8h.01',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7v5.2l3.3 2',
  passkey:
    'M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M9 9.5v1M15 9.5v1M12 9.5v3.5h-1M9 15.5c1.8 1.3 4.2 1.3 6 0',
  key: 'M8 11a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM11 12l8.5-8.5M16 7l3 3M13.5 9.5l2 2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  shield: 'M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6zM9 12l2.2 2.2L15.2 10',
  copy: 'M9 9h9.5a1.5 1.5 0 0 1 1.5 1.5V19a1.5 1.5 0 0 1-1.5 1.5H10A1.5 1.5 0 0 1 8.5 19zM15.5 9V5A1.5 1.5 0 0 0 14 3.5H5.5A1.5 1.5 0 0 0 4 5v8.5A1.5 1.5 0 0 0 5.5 15h3',
  lock: 'M6 10.5h12v8.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 19zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  more: 'M5 7h14M5 12h14M5 17h9',
  leave:
    'M14 4.5H7A1.5 1.5 0 0 0 5.5 6v12A1.5 1.5 0 0 0 7 19.5h7M10.5 12h9.5M16.5 8.5 20 12l-3.5 3.5',
  retry: 'M5 12a7 7 0 0 1 12-4.9L19.5 9M19.5 4.5V9H15M19 12a7 7 0 0 1-12 4.9L4.5 15M4.5 19.5V15H9',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { name: IconName; size?: IconSize }) {
  return <DrawnIcon path={PATHS[name]} size={size} />
}
