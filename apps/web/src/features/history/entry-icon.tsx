import { Icon } from '#/ui/icon.tsx'
import { ProgrammeIcon } from '#/ui/programme-icon.tsx'
import type { HistoryEntry } from './api.ts'

export function EntryIcon({ kind }: { kind: HistoryEntry['kind'] }) {
  switch (kind) {
    case 'CHECK_IN':
      return <ProgrammeIcon name="sun" size={20} />
    case 'SPIN':
      return <ProgrammeIcon name="wheel" size={20} />
    case 'TICKET':
      return <ProgrammeIcon name="ticket" size={20} />
    case 'INVITE':
      return <Icon name="people" size={20} />
    case 'MISSION':
      return <Icon name="star" size={20} />
    case 'PURCHASE':
    case 'REFUND':
      return <ProgrammeIcon name="bag" size={20} />
    case 'ROUND_REWARD':
      return <ProgrammeIcon name="trophy" size={20} />
  }
}
