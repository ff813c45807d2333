import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatProgrammeClock, formatProgrammeDay } from '@solstice/ui/programme-time.ts'
import type { Mission } from './api.ts'
import { viewOf } from './registry.ts'

/** Returns the texts of a mission's row: what it is or when it opens, and its reward. */
export function useMissionTexts(nowMs: number) {
  const { t } = useTranslation('mission')

  const minute = (instant: string) =>
    `${formatProgrammeDay(instant)} ${formatProgrammeClock(instant)}`

  function note(mission: Mission): string {
    if (!mission.available) return unavailableText(mission)
    return viewOf(mission.type).note(mission, t, nowMs)
  }

  function unavailableText({ unavailableReason, nextAvailableAt }: Mission): string {
    const state = t(`state.${unavailableReason ?? 'NOT_EXECUTABLE'}`)
    if (nextAvailableAt === null) return state
    if (unavailableReason === 'SEASON_UPCOMING' || unavailableReason === 'CHECK_IN_CLOSED') {
      return t('opensAt', { time: minute(nextAvailableAt) })
    }
    const isRepeated = unavailableReason === 'DONE_TODAY' || unavailableReason === 'NO_SPINS_LEFT'
    const when = t(isRepeated ? 'again' : 'opensAt', { time: minute(nextAvailableAt) })
    return `${state}\n${when}`
  }

  function reward({ rewardXp, rewardTickets }: Mission): string | undefined {
    if (rewardXp) return t('xp', { xp: formatNumber(rewardXp) })
    if (rewardTickets) return t('tickets', { count: rewardTickets })
    return undefined
  }

  return { note, reward }
}
