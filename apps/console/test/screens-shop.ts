import type { Screen } from './screens.ts'

/** The refund queue and the pages of the shop. */
export const SHOP_SCREENS: Screen[] = [
  {
    path: '/refunds',
    heading: { en: 'Refunds', ko: '환불' },
    shows: 'SoraWinter',
    fails: { en: 'Refunds could not be loaded.', ko: '환불 목록을 불러오지 못했습니다.' },
    empty: {
      en: 'No refund is waiting. Requests that no rule decides appear here.',
      ko: '대기 중인 환불이 없습니다. 규칙으로 처리되지 않는 요청이 여기에 표시됩니다.',
    },
  },
  {
    path: '/refunds/321',
    heading: { en: 'Refunds', ko: '환불' },
    shows: /46,204,118/,
    fails: {
      en: 'Refund 321 could not be loaded.',
      ko: '환불 321번을 불러오지 못했습니다.',
    },
  },
  {
    path: '/shop',
    heading: { en: 'Shop', ko: '상점' },
    shows: /^(Lantern|랜턴)$/,
    fails: { en: 'Seasons could not be loaded.', ko: '시즌을 불러오지 못했습니다.' },
    empty: {
      en: 'No season is planned yet, so there is no shop.',
      ko: '아직 계획된 시즌이 없어 상점도 없습니다.',
    },
  },
  {
    path: '/shop/3',
    heading: { en: /^(Lantern|Product 3)$/, ko: /^(랜턴|상품 3번)$/ },
    shows: /^6,300/,
    fails: { en: 'Product 3 could not be loaded.', ko: '상품 3번을 불러오지 못했습니다.' },
  },
  {
    path: '/shop/orders',
    heading: { en: 'Orders', ko: '주문' },
    shows: '77214',
    fails: { en: 'The orders could not be loaded.', ko: '주문을 불러오지 못했습니다.' },
    empty: {
      en: 'Nothing was bought yet. Every order appears here.',
      ko: '아직 구매가 없습니다. 모든 주문이 여기에 표시됩니다.',
    },
  },
  {
    path: '/shop/orders/77214',
    heading: { en: 'Order 77214', ko: '주문 77214번' },
    shows: /46,204,118/,
    fails: { en: 'Order 77214 could not be loaded.', ko: '주문 77214번을 불러오지 못했습니다.' },
  },
  {
    path: '/shop/payments',
    heading: { en: 'Unmatched payments', ko: '주문 없는 결제' },
    shows: /^(Match…|연결…)$/,
    fails: { en: 'The payments could not be loaded.', ko: '결제를 불러오지 못했습니다.' },
    empty: {
      en: 'Every payment came from a wallet of a member.',
      ko: '모든 결제가 회원의 지갑에서 왔습니다.',
    },
  },
]
