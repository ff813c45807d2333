import { Icon } from '#/ui/icon.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import type { HistoryEntry } from './api.ts'

export function EntryIcon({ kind }: { kind: HistoryEntry['kind'] }) {
  switch (kind) {
    case 'CHECK_IN':
      return <ScreenIcon name="sun" size={20} />
    case 'SPIN':
      return <ScreenIcon name="wheel" size={20} />
    case 'TICKET':
      return <ScreenIcon name="ticket" size={20} />
    case 'INVITE':
      return <Icon name="people" size={20} />
    case 'MISSION':
      return <Icon name="star" size={20} />
    case 'PURCHASE':
    case 'REFUND':
      return <ScreenIcon name="bag" size={20} />
    case 'ROUND_REWARD':
      return <ScreenIcon name="trophy" size={20} />
  }
}
