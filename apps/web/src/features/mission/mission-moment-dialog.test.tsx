import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import type { ExecutedOf, Standing } from './api.ts'
import { MissionMomentDialog } from './mission-moment-dialog.tsx'
import type { MomentKind } from './moment-kind.ts'

beforeAll(() => loadTexts('mission', 'moment'))

const me: Partial<Standing> = {
  level: 66,
  seasonXp: 6523,
  xpToNextLevel: 77,
  nextLevelMinXp: 6600,
  rank: 26,
  tier: 'Gold',
  tierEmblem: 'gold',
  tierBonusPercent: 10,
  ticketRatePerDay: 3,
}

function read(moment: MomentKind, change: Partial<Standing> = {}): string {
  const executed = { type: 'SPIN', historyId: 1, xp: 1000, me: { ...me, ...change } }
  const html = renderToStaticMarkup(
    <MissionMomentDialog
      executed={executed as ExecutedOf<'SPIN'>}
      moment={moment}
      seasonId={2}
      onClose={() => {}}
    />,
  )
  // Leaves out what a screen reader skips.
  const accessible = html.replace(/<(div|svg|i)[^>]* aria-hidden="true".*?<\/\1>/g, '')
  return accessible.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

test.each<[MomentKind, string[]]>([
  [
    { kind: 'LEVEL' },
    ['Level 66', 'Level up!', '6,523 XP. You’re rank 26 now.', '77 XP to level 67'],
  ],
  [{ kind: 'TIER' }, ['You reached Gold', 'on mission XP', '3 tickets a day']],
  [{ kind: 'PRIZE', percent: 1, isTop: true }, ['1,000', 'The top prize is yours', 'level 66']],
  [{ kind: 'PRIZE', percent: 4, isTop: false }, ['A big win']],
  [{ kind: 'FIGURE', stars: 6 }, ['The Harp is complete', 'All 6 stars are lit.']],
])('describes %j in words', (moment, expected) => {
  const content = read(moment)

  for (const each of expected) expect(content).toContain(each)
  expect(content).toContain('Keep going')
})

test('names no next level at the highest one', () => {
  const content = read({ kind: 'LEVEL' }, { nextLevelMinXp: null })

  expect(content).toContain('You’ve reached the highest level.')
  expect(content).not.toContain('to level')
})
