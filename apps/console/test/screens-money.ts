import type { Screen } from './screens.ts'

/** The pages of the treasury, payouts, invite terms and networks. */
export const MONEY_SCREENS: Screen[] = [
  {
    path: '/money/treasury',
    heading: { en: 'Treasury', ko: '자금' },
    shows: 'Ethereum',
    fails: { en: 'The treasury could not be loaded.', ko: '자금 현황을 불러오지 못했습니다.' },
    empty: {
      en: 'No network is enabled, so nothing can be paid.',
      ko: '사용 중인 네트워크가 없어 지급할 수 없습니다.',
    },
  },
  {
    path: '/money/payouts?heldFor=ANY&symbol=USDS',
    heading: { en: 'Payouts', ko: '지급' },
    shows: '2402',
    fails: { en: 'The payouts could not be loaded.', ko: '지급 내역을 불러오지 못했습니다.' },
    empty: {
      en: 'No payout matches these filters.',
      ko: '필터에 맞는 지급이 없습니다.',
    },
  },
  {
    path: '/money/payouts/2391',
    heading: { en: 'Payout 2391', ko: '지급 2391번' },
    shows: 'MinaHarbor',
    fails: {
      en: 'Payout 2391 could not be loaded.',
      ko: '지급 2391번을 불러오지 못했습니다.',
    },
  },
  {
    path: '/money/invites',
    heading: { en: 'Invite terms', ko: '초대 조건' },
    shows: /^1,000\.00 USDS$/,
    fails: { en: 'The terms could not be loaded.', ko: '초대 조건을 불러오지 못했습니다.' },
    empty: {
      en: 'No friend has qualified yet.',
      ko: '아직 자격을 갖춘 친구가 없습니다.',
    },
  },
  {
    path: '/system/networks',
    heading: { en: 'Networks', ko: '네트워크' },
    shows: 'Solstice Dollar',
    fails: { en: 'The networks could not be loaded.', ko: '네트워크를 불러오지 못했습니다.' },
    empty: {
      en: 'There is no network yet. Wallets and payments need one.',
      ko: '아직 네트워크가 없습니다. 지갑과 결제에 필요합니다.',
    },
  },
]
