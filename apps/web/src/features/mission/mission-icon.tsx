import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import type { MissionType } from './api.ts'

export function MissionIcon({ type, size = 20 }: { type: MissionType; size?: 20 | 24 }) {
  switch (type) {
    case 'CHECK_IN':
      return <ScreenIcon name="sun" size={size} />
    case 'SPIN':
      return <ScreenIcon name="wheel" size={size} />
    case 'TICKET':
      return <ScreenIcon name="ticket" size={size} />
    case 'INVITE':
      return <Icon name="people" size={size} />
    case 'PURCHASE':
      return <ScreenIcon name="bag" size={size} />
    case 'PARTNER':
      return <Icon name="star" size={size} />
    case 'EARN':
      return <ScreenIcon name="link" size={size} />
  }
}
