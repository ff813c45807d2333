import { DrawnIcon } from './icon.tsx'
import type { IconSize } from './icon.tsx'

/** Icons that only the screens of seasons and missions show: they stay out of the first load. */
const PATHS = {
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7v5.2l3.3 2',
  swap: 'M8 4v15M8 19l-3.5-3.5M8 19l3.5-3.5M16 20V5M16 5l-3.5 3.5M16 5l3.5 3.5',
  bag: 'M5.5 8h13l1 10.8a1.5 1.5 0 0 1-1.5 1.7H6a1.5 1.5 0 0 1-1.5-1.7zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  out: 'M7 17 17 7M8.5 7H17v8.5',
  chain: 'M12 3.5 19.5 8v8L12 20.5 4.5 16V8zM4.8 8.2 12 12.5l7.2-4.3M12 12.5v8',
  'bell-on':
    'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10zM10 20a2.2 2.2 0 0 0 4 0M2.5 8.5A8.5 8.5 0 0 1 5 4M21.5 8.5A8.5 8.5 0 0 0 19 4',
  trophy:
    'M8 4.5h8v5a4 4 0 0 1-8 0zM8 6H4.5v1.5A3 3 0 0 0 8 10.5M16 6h3.5v1.5a3 3 0 0 1-3.5 3M12 13.5V17M8.5 20.5h7M10 17h4l1 3.5H9z',
} as const

export type ProgrammeIconName = keyof typeof PATHS

export function ProgrammeIcon({ name, size = 24 }: { name: ProgrammeIconName; size?: IconSize }) {
  return <DrawnIcon path={PATHS[name]} size={size} />
}
