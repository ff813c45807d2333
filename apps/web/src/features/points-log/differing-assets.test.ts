import { expect, test } from 'vitest'
import { posting } from '#test/log-server.ts'
import { differingAssets } from './differing-assets.ts'
import { shownDifferences } from './log-state.ts'
import type { Difference } from './record.ts'

/** A posting of 10 XP with these amounts in addition. */
function withAmounts(amounts: Readonly<Record<string, number>>) {
  const of = posting(1, 10)
  const accounts = of.accounts.filter(({ asset }) => !(asset in amounts))
  const more = Object.entries(amounts).map(([asset, amount]) => ({
    asset,
    scope: 'season:2',
    amount: String(amount),
  }))
  return { ...of, accounts: [...accounts, ...more] }
}

test.each<[string, Omit<Difference, 'sequence'>, string[]]>([
  ['XP', { recorded: posting(1, 50), shown: posting(1, 20) }, ['XP']],
  [
    'tickets',
    { recorded: withAmounts({ TICKET: 1 }), shown: withAmounts({ TICKET: 3 }) },
    ['TICKET'],
  ],
  [
    'season XP alone',
    { recorded: posting(1, 10), shown: withAmounts({ SEASON_XP: 90 }) },
    ['SEASON_XP'],
  ],
  [
    'a reward',
    { recorded: withAmounts({ REWARD: 5 }), shown: withAmounts({ REWARD: 6 }) },
    ['REWARD'],
  ],
  ['nothing but the time', { recorded: posting(1, 10), shown: posting(1, 10) }, ['XP']],
  [
    'the whole entry',
    { recorded: withAmounts({ TICKET: -1 }), shown: undefined },
    ['XP', 'TICKET'],
  ],
  ['an entry without amounts', { recorded: undefined, shown: undefined }, []],
])('the row of an entry that differs in %s shows it', (_, difference, assets) => {
  expect(differingAssets(difference)).toEqual(assets)
})

test('a screen that shows other tickets leaves the other amounts as they were recorded', () => {
  const entry = { ...withAmounts({ TICKET: 1 }), sequence: 1 }
  const record = { entries: [entry] } as never
  const [difference] = shownDifferences(record, [{ historyId: 1, xp: 10, tickets: 3 }])

  expect(difference && differingAssets(difference)).toEqual(['TICKET'])
})
