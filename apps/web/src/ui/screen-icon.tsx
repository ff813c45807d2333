import { DrawnIcon } from '@solstice/ui/drawn-icon.tsx'
import type { IconSize } from '@solstice/ui/drawn-icon.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

/** Icons that only inner screens use; they stay out of the initial bundle. */
const PATHS = {
  wheel:
    'M12 4.5a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 12.5V4.5M12 12.5l6.9 4M12 12.5l-6.9 4M12 1.5l1.5 2h-3z',
  ticket:
    'M3.5 8.5a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v1.3a2.2 2.2 0 0 0 0 4.4v1.3a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-1.3a2.2 2.2 0 0 0 0-4.4zM14.5 7v1.5M14.5 11.250v1.5M14.5 15.5V17',
  sun: 'M3 17.5h18M7 17.5a5 5 0 0 1 10 0M12 5v3M4.6 10.1l1.9 1.9M19.4 10.1 17.5 12M8.5 21h7',
  edit: 'M5 19l.8-3.7L15.6 5.5a1.8 1.8 0 0 1 2.6 0l.3.3a1.8 1.8 0 0 1 0 2.6L8.7 18.2zM13.8 7.3l2.9 2.9',
  recorded: 'M4 17h16M7 20.5h10M7.2 17a4.8 4.8 0 0 1 9.6 0M8.5 7.5l2.5 2.5 4.7-5',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7v5.2l3.3 2',
  swap: 'M8 4v15M8 19l-3.5-3.5M8 19l3.5-3.5M16 20V5M16 5l-3.5 3.5M16 5l3.5 3.5',
  bag: 'M5.5 8h13l1 10.8a1.5 1.5 0 0 1-1.5 1.7H6a1.5 1.5 0 0 1-1.5-1.7zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  out: 'M7 17 17 7M8.5 7H17v8.5',
  chain: 'M12 3.5 19.5 8v8L12 20.5 4.5 16V8zM4.8 8.2 12 12.5l7.2-4.3M12 12.5v8',
  'bell-on':
    'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10zM10 20a2.2 2.2 0 0 0 4 0M2.5 8.5A8.5 8.5 0 0 1 5 4M21.5 8.5A8.5 8.5 0 0 0 19 4',
  cloud: 'M7.5 18.5a4 4 0 0 1-.6-8 5.3 5.3 0 0 1 10.2-.6 4.3 4.3 0 0 1-.6 8.6z',
  snow: 'M12 3v18M4.2 7.5l15.6 9M4.2 16.5l15.6-9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5M4.3 10.4l3.4-.9-.9-3.4M19.7 13.6l-3.4.9.9 3.4M4.3 13.6l3.4.9-.9 3.4M19.7 10.4l-3.4-.9.9-3.4',
  trophy:
    'M8 4.5h8v5a4 4 0 0 1-8 0zM8 6H4.5v1.5A3 3 0 0 0 8 10.5M16 6h3.5v1.5a3 3 0 0 1-3.5 3M12 13.5V17M8.5 20.5h7M10 17h4l1 3.5H9z',
} as const

/** An icon of this file or one of the icons that every screen has. */
export type ScreenIconName = keyof typeof PATHS | IconName

type ScreenIconProps = { name: ScreenIconName; size?: IconSize }

export function ScreenIcon({ name, size = 24 }: ScreenIconProps) {
  return isOwnIcon(name) ? (
    <DrawnIcon path={PATHS[name]} size={size} />
  ) : (
    <Icon name={name} size={size} />
  )
}

function isOwnIcon(name: ScreenIconName): name is keyof typeof PATHS {
  return name in PATHS
}
