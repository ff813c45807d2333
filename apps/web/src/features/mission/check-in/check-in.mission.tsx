import { checkInWindow } from '@solstice/rules/programme-day'
import { lazyScreen, type MissionView } from '#/features/mission/mission-type.tsx'
import { spanOf } from '@solstice/ui/programme-time.ts'
import { ScreenIcon } from '#/ui/screen-icon.tsx'

export const checkInView: MissionView<'CHECK_IN'> = {
  Screen: lazyScreen(async () => (await import('./check-in.tsx')).CheckIn),
  icon: (size) => <ScreenIcon name="sun" size={size} />,
  note: (_mission, t, nowMs) => {
    const { closesAt } = checkInWindow(new Date(nowMs))
    const { unit, values } = spanOf(closesAt.getTime() - nowMs)
    return t(`closesIn.${unit}`, values)
  },
  known: { title: 'checkIn.title', failed: 'checkIn.failed' },
}
