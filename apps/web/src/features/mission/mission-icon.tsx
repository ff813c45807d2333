import { Icon } from '#/ui/icon.tsx'
import { ProgrammeIcon } from '#/ui/programme-icon.tsx'
import type { MissionType } from './api.ts'

export function MissionIcon({ type, size = 20 }: { type: MissionType; size?: 20 | 24 }) {
  switch (type) {
    case 'CHECK_IN':
      return <ProgrammeIcon name="sun" size={size} />
    case 'SPIN':
      return <ProgrammeIcon name="wheel" size={size} />
    case 'TICKET':
      return <ProgrammeIcon name="ticket" size={size} />
    case 'INVITE':
      return <Icon name="people" size={size} />
    case 'PURCHASE':
      return <ProgrammeIcon name="bag" size={size} />
    case 'PARTNER':
      return <Icon name="star" size={size} />
    case 'EARN':
      return <ProgrammeIcon name="link" size={size} />
  }
}
