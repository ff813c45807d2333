import type { Page } from '@playwright/test'
import type { CallData } from '@solstice/contract/wire'
import { requestsOf } from '../support/api.ts'
import type { Screen } from './screens.ts'

type Hold = CallData<'hold.mine'>['list'][number]

const open: Hold = {
  holdId: 5,
  state: 'OPEN',
  openedAt: '2027-06-21T03:00:00.000Z',
  until: '2027-07-05T03:00:00.000Z',
  endedAt: null,
  evidence: ['MONEY', 'INVITES'],
  accountsAtLeast: 5,
  amounts: [{ symbol: 'USDS', amount: '18.08' }],
  appeal: null,
  canAppeal: true,
  decision: null,
}

const appealed: Hold = {
  ...open,
  holdId: 6,
  canAppeal: false,
  appeal: {
    text: 'My sister and I both got our first BNB from our father. We live together and use the same Wi-Fi.',
    at: '2027-06-23T00:41:00.000Z',
    answerBy: '2027-06-28T00:41:00.000Z',
  },
}

const released: Hold = {
  ...appealed,
  holdId: 7,
  state: 'RELEASED',
  amounts: [],
  endedAt: '2027-06-24T01:10:00.000Z',
  decision: { decision: 'RELEASE', answer: 'FAMILY', at: '2027-06-24T01:10:00.000Z' },
}

const upheld: Hold = {
  ...appealed,
  holdId: 8,
  state: 'UPHELD',
  until: '2027-08-20T03:00:00.000Z',
  decision: { decision: 'UPHOLD', answer: 'SAME_PERSON', at: '2027-06-24T01:10:00.000Z' },
}

const published: CallData<'hold.published'> = {
  months: [
    { month: '2027-06', held: 41, released: 12, upheld: 9, lapsed: 6, appealed: 23, reversed: 12 },
    { month: '2027-05', held: 28, released: 11, upheld: 12, lapsed: 5, appealed: 17, reversed: 11 },
    { month: '2027-04', held: 9, released: 2, upheld: 4, lapsed: 3, appealed: 4, reversed: 2 },
  ],
  open: 14,
  lastAppeals: { answered: 100, reversed: 71 },
}

/** The demo member has no hold, so these screens have sample replies. */
export const HOLD_SCREENS: Screen[] = [
  { name: 'holds', path: '/more/holds' },
  { name: 'hold-open', path: '/more/holds?hold=5' },
  { name: 'hold-appeal', path: '/more/holds?hold=5&write=true' },
  { name: 'hold-appealed', path: '/more/holds?hold=6' },
  { name: 'hold-released', path: '/more/holds?hold=7' },
  { name: 'hold-upheld', path: '/more/holds?hold=8' },
  { name: 'fair-play', path: '/fair-play' },
]

export async function answerWithHolds(page: Page): Promise<void> {
  const answer = (data: unknown) => ({ json: { code: 0, success: true, msg: '', data } })
  await page.route(requestsOf('hold.mine'), (route) =>
    route.fulfill(answer({ list: [open, appealed, upheld, released] })),
  )
  await page.route(requestsOf('hold.published'), (route) => route.fulfill(answer(published)))
}
