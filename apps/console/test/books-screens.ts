import type { Screen } from './screens.ts'

/** The tabs of the ledger. */
export const BOOKS_SCREENS: Screen[] = [
  {
    path: '/money/ledger',
    heading: { en: 'Ledger', ko: '원장' },
    shows: /812,233/,
    fails: { en: 'The balances could not be loaded.', ko: '잔액을 불러오지 못했습니다.' },
    empty: {
      en: 'Nothing is in the books yet. Postings are added every hour.',
      ko: '아직 장부에 기록이 없습니다. 거래는 매시간 반영됩니다.',
    },
  },
  {
    path: '/money/ledger?asset=XP&scope=season:4&account=SHOP&transaction=812190',
    heading: { en: 'Ledger', ko: '원장' },
    shows: 'order:5103',
    fails: { en: 'The balances could not be loaded.', ko: '잔액을 불러오지 못했습니다.' },
  },
  {
    path: '/money/ledger?tab=statement',
    heading: { en: 'Ledger', ko: '원장' },
    shows: '1,204,000',
    fails: { en: 'The statement could not be loaded.', ko: '명세서를 불러오지 못했습니다.' },
    empty: {
      en: 'Nothing was posted up to the end of this month.',
      ko: '이 달까지 기록된 거래가 없습니다.',
    },
  },
  {
    path: '/money/ledger?tab=verification',
    heading: { en: 'Ledger', ko: '원장' },
    shows: /812,000/,
    fails: {
      en: 'The verification could not be loaded.',
      ko: '검증 상태를 불러오지 못했습니다.',
    },
  },
  {
    path: '/money/ledger?tab=reconciliation&holder=1',
    heading: { en: 'Ledger', ko: '원장' },
    shows: /46,218,904/,
    fails: {
      en: 'The reconciliation could not be loaded.',
      ko: '대사 결과를 불러오지 못했습니다.',
    },
    empty: {
      en: 'The treasury has paid nothing yet. Its accounts appear here in the night after the first payout.',
      ko: '아직 금고에서 지급된 내역이 없습니다. 첫 지급이 있은 날 밤부터 계정이 여기에 표시됩니다.',
    },
  },
]
