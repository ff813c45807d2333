import type { Screen } from './screens.ts'

/** The pages of notices, campaigns and maintenance. */
export const MESSAGE_SCREENS: Screen[] = [
  {
    path: '/messages/notices?state=PUBLISHED',
    heading: { en: 'Notices', ko: '공지' },
    shows: /astrid\.lund/,
    fails: { en: 'Notices could not be loaded.', ko: '공지를 불러오지 못했습니다.' },
    empty: { en: 'No notice matches these filters.', ko: '필터에 맞는 공지가 없습니다.' },
  },
  {
    path: '/messages/notices',
    heading: { en: 'Notices', ko: '공지' },
    shows: /astrid\.lund/,
    fails: { en: 'Notices could not be loaded.', ko: '공지를 불러오지 못했습니다.' },
    empty: {
      en: 'No notice was published yet. Members read notices in the app for 30 days.',
      ko: '아직 게시한 공지가 없습니다. 회원은 앱에서 30일 동안 공지를 읽을 수 있습니다.',
    },
  },
  {
    path: '/messages/notices/new',
    heading: { en: 'New notice', ko: '새 공지' },
    shows: /^(Title, Korean|제목\(한국어\))$/,
  },
  {
    path: '/messages/notices/13',
    heading: { en: /^(The last weekend|Notice 13)$/, ko: /^(마지막 주말|공지 13번)$/ },
    shows: /3,482/,
    fails: { en: 'Notice 13 could not be loaded.', ko: '공지 13번을 불러오지 못했습니다.' },
  },
  {
    path: '/messages/campaigns',
    heading: { en: 'Campaigns', ko: '캠페인' },
    shows: 'The season opens',
    fails: { en: 'Campaigns could not be loaded.', ko: '캠페인을 불러오지 못했습니다.' },
    empty: {
      en: 'No campaign was sent yet. A campaign pushes a notice to the phones of an audience.',
      ko: '아직 보낸 캠페인이 없습니다. 캠페인은 선택한 회원의 휴대폰에 공지를 푸시로 보냅니다.',
    },
  },
  {
    path: '/messages/campaigns/new',
    heading: { en: 'New campaign', ko: '새 캠페인' },
    shows: '4,106',
    fails: {
      en: 'The audience could not be counted.',
      ko: '받는 회원을 집계하지 못했습니다.',
    },
  },
  {
    path: '/messages/campaigns/7',
    heading: {
      en: /^(Round 3 is halfway done|Campaign 7)$/,
      ko: /^(3라운드가 절반 지났어요|캠페인 7번)$/,
    },
    shows: '3,790',
    fails: { en: 'Campaign 7 could not be loaded.', ko: '캠페인 7번을 불러오지 못했습니다.' },
  },
  {
    path: '/system/maintenance',
    heading: { en: 'Maintenance', ko: '점검' },
    shows: /solstice-app/,
    fails: {
      en: 'The maintenance state could not be loaded.',
      ko: '점검 상태를 불러오지 못했습니다.',
    },
    empty: { en: 'Maintenance was never switched on.', ko: '점검을 켠 적이 없습니다.' },
  },
]
