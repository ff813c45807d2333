import type { Language } from '@solstice/contract/messages'
import { MESSAGE_SCREENS } from './screens-messages.ts'
import { MONEY_SCREENS } from './screens-money.ts'
import { SHOP_SCREENS } from './screens-shop.ts'
import { BOOKS_SCREENS } from './books-screens.ts'

type InBoth = Record<Language, string | RegExp>

/** A page of the console and its texts in each state of the server. */
export type Screen = {
  path: string
  heading: InBoth
  /** A part of the content when the server returns data. */
  shows: string | RegExp
  /** For pages that load data: the error text next to Retry. */
  fails?: InBoth
  /** For pages with a list: the text when the list is empty. */
  empty?: InBoth
}

/** The number stands for the nickname until it is loaded. */
const MINA: InBoth = { en: /^(MinaHarbor|Member 48213)$/, ko: /^(MinaHarbor|회원 48213)$/ }

export const SCREENS: Screen[] = [
  ...SHOP_SCREENS,
  ...MESSAGE_SCREENS,
  {
    path: '/',
    heading: { en: 'Sunday 17 January', ko: /1월 17일/ },
    shows: 'BNB Chain',
    fails: {
      en: 'Today’s overview could not be loaded.',
      ko: '오늘의 현황을 불러오지 못했습니다.',
    },
    empty: {
      en: 'No alarms. Everything runs as it should.',
      ko: '경보가 없습니다. 모두 정상입니다.',
    },
  },
  {
    path: '/seasons/4',
    heading: { en: /^(The Long Night|Season 4)$/, ko: /^(긴 밤|시즌 4)$/ },
    shows: /812,233/,
    fails: {
      en: 'The statistics of this season could not be loaded.',
      ko: '시즌 통계를 불러오지 못했습니다.',
    },
  },
  {
    path: '/alarms',
    heading: { en: 'Alarms', ko: '경보' },
    shows: 'More stock comes tomorrow',
    fails: { en: 'Alarms could not be loaded.', ko: '경보를 불러오지 못했습니다.' },
    empty: {
      en: 'No alarm is open. Rules are checked every five minutes.',
      ko: '진행 중인 경보가 없습니다. 규칙은 5분마다 확인합니다.',
    },
  },
  {
    path: '/me',
    heading: { en: 'hana.seo', ko: 'hana.seo' },
    shows: 'Safari · iPhone',
    fails: { en: 'Your sessions could not be loaded.', ko: '세션을 불러오지 못했습니다.' },
  },
  {
    path: '/approvals',
    heading: { en: 'Approvals', ko: '승인' },
    shows: /mateo\.ruiz/,
    fails: { en: 'Approvals could not be loaded.', ko: '승인 요청을 불러오지 못했습니다.' },
    empty: {
      en: 'Nothing waits for your approval.',
      ko: '승인을 기다리는 요청이 없습니다.',
    },
  },
  {
    path: '/approvals/57',
    heading: { en: 'Raise the payout caps', ko: '지급 한도 인상' },
    shows: /PRG-311/,
    fails: {
      en: 'Proposal 57 could not be loaded.',
      ko: '승인 요청 57번을 불러오지 못했습니다.',
    },
  },
  {
    path: '/members?season=4&joinedFrom=2027-01-01',
    heading: { en: 'Members', ko: '회원' },
    shows: 'MinaHarbor',
    fails: { en: 'Members could not be loaded.', ko: '회원을 불러오지 못했습니다.' },
    empty: { en: 'No member matches these filters.', ko: '필터에 맞는 회원이 없습니다.' },
  },
  {
    path: '/members',
    heading: { en: 'Members', ko: '회원' },
    shows: 'MinaHarbor',
    fails: { en: 'Members could not be loaded.', ko: '회원을 불러오지 못했습니다.' },
    empty: {
      en: 'Nobody has signed up yet. Every new member appears here.',
      ko: '아직 가입한 회원이 없습니다. 새 회원이 여기에 표시됩니다.',
    },
  },
  {
    path: '/members/48213',
    heading: MINA,
    shows: 'm••••r@naver.com',
    fails: {
      en: 'Member 48213 could not be loaded.',
      ko: '회원 48213의 정보를 불러오지 못했습니다.',
    },
    empty: {
      en: 'Nothing has happened yet. Everything this member does will appear here.',
      ko: '아직 기록이 없습니다. 이 회원의 모든 활동이 여기에 표시됩니다.',
    },
  },
  {
    path: '/members/48213?entry=history:312',
    heading: MINA,
    shows: /812,190/,
    fails: { en: 'This could not be explained.', ko: '이유를 불러오지 못했습니다.' },
  },
  {
    path: '/members/48213?tab=season&entry=now',
    heading: MINA,
    shows: 'Partner quest',
    fails: {
      en: 'Member 48213 could not be loaded.',
      ko: '회원 48213의 정보를 불러오지 못했습니다.',
    },
  },
  {
    path: '/members/48213?tab=orders',
    heading: MINA,
    shows: 'Starter XP pack',
    fails: { en: 'The orders could not be loaded.', ko: '주문을 불러오지 못했습니다.' },
    empty: { en: 'This member has bought nothing yet.', ko: '아직 구매한 것이 없습니다.' },
  },
  {
    path: '/members/48213?tab=payouts',
    heading: MINA,
    shows: '2402',
    fails: { en: 'The payouts could not be loaded.', ko: '지급 내역을 불러오지 못했습니다.' },
    empty: {
      en: 'Nothing was paid to this member’s wallet yet.',
      ko: '아직 지갑으로 지급된 내역이 없습니다.',
    },
  },
  {
    path: '/members/48213?tab=sessions',
    heading: MINA,
    shows: 'Safari · iPhone',
    fails: { en: 'The sessions could not be loaded.', ko: '세션을 불러오지 못했습니다.' },
    empty: { en: 'This member isn’t signed in anywhere.', ko: '로그인한 기기가 없습니다.' },
  },
  {
    path: '/members/48213?tab=invites',
    heading: MINA,
    shows: 'HanRiver8',
    fails: { en: 'The friends could not be loaded.', ko: '친구 목록을 불러오지 못했습니다.' },
    empty: {
      en: 'This member has not invited anybody yet.',
      ko: '아직 초대한 친구가 없습니다.',
    },
  },
  {
    path: '/members/48213?tab=notes',
    heading: MINA,
    shows: 'Asked about round 2, explained.',
    fails: { en: 'The notes could not be loaded.', ko: '메모를 불러오지 못했습니다.' },
    empty: {
      en: 'There are no notes yet. Notes are read by operators only.',
      ko: '아직 메모가 없습니다. 메모는 운영자만 볼 수 있습니다.',
    },
  },
  {
    path: '/members/48213?tab=history',
    heading: MINA,
    shows: /INC-92/,
    fails: { en: 'The history could not be loaded.', ko: '이력을 불러오지 못했습니다.' },
    empty: {
      en: 'No operator has changed anything here yet.',
      ko: '아직 변경 기록이 없습니다.',
    },
  },
  {
    path: '/members/48213?tab=holds',
    heading: MINA,
    shows: /18\.08/,
    fails: { en: 'Holds could not be loaded.', ko: '지급 보류 목록을 불러오지 못했습니다.' },
    empty: {
      en: 'This member’s payouts were never on hold.',
      ko: '지급이 보류된 적이 없는 회원입니다.',
    },
  },
  {
    path: '/holds',
    heading: { en: 'Holds', ko: '지급 보류' },
    shows: 'OrbitJae',
    fails: { en: 'Holds could not be loaded.', ko: '지급 보류 목록을 불러오지 못했습니다.' },
    empty: {
      en: 'No hold waits for a decision.',
      ko: '결정을 기다리는 보류가 없습니다.',
    },
  },
  {
    path: '/holds/7',
    heading: { en: /^Hold (of MinaHarbor|7)$/, ko: /^(MinaHarbor 님의 지급 보류|보류 7번)$/ },
    shows: /아버지께 첫 BNB/,
    fails: { en: 'Hold 7 could not be loaded.', ko: '보류 7번을 불러오지 못했습니다.' },
  },
  {
    path: '/seasons',
    heading: { en: 'Seasons', ko: '시즌' },
    shows: /Long Night|긴 밤/,
    fails: { en: 'Seasons could not be loaded.', ko: '시즌을 불러오지 못했습니다.' },
    empty: {
      en: 'No season is planned yet. New begins one, and a copy of it begins the next.',
      ko: '아직 계획된 시즌이 없습니다. 새 시즌을 만들고, 다음부터는 복사해서 시작하세요.',
    },
  },
  ...builderScreens(),
  {
    path: '/seasons/7/compare',
    heading: { en: /^Compare revisions of /, ko: / 리비전 비교$/ },
    shows: /mateo\.ruiz/,
    fails: { en: 'Revisions could not be loaded.', ko: '리비전을 불러오지 못했습니다.' },
    empty: {
      en: 'There is nothing to compare yet. Every save of the season becomes a revision.',
      ko: '아직 비교할 내용이 없습니다. 시즌을 저장할 때마다 리비전이 생깁니다.',
    },
  },
  ...MONEY_SCREENS,
  ...BOOKS_SCREENS,
  {
    path: '/system/policy',
    heading: { en: 'Approval limits', ko: '승인 한도' },
    shows: /10,000/,
    fails: { en: 'The limits could not be loaded.', ko: '승인 한도를 불러오지 못했습니다.' },
    empty: {
      en: 'No operator has changed anything here yet.',
      ko: '아직 변경 기록이 없습니다.',
    },
  },
  {
    path: '/system/operators?history=noah.brandt',
    heading: { en: 'Operators', ko: '운영자' },
    shows: /INC-92/,
    fails: { en: 'The history could not be loaded.', ko: '이력을 불러오지 못했습니다.' },
  },
  {
    path: '/system/operators',
    heading: { en: 'Operators', ko: '운영자' },
    shows: 'noah.brandt',
    fails: { en: 'Operators could not be loaded.', ko: '운영자를 불러오지 못했습니다.' },
  },
  {
    path: '/system/audit?entry=20416',
    heading: { en: 'Audit', ko: '감사 기록' },
    shows: /PRG-309/,
    fails: { en: 'The audit could not be loaded.', ko: '감사 기록을 불러오지 못했습니다.' },
    empty: {
      en: 'Nothing was recorded yet. Every action of an operator appears here.',
      ko: '아직 기록이 없습니다. 운영자의 모든 작업이 여기에 남습니다.',
    },
  },
  {
    path: '/system/audit/checkpoints',
    heading: { en: 'Audit', ko: '감사 기록' },
    shows: '20,390',
    fails: {
      en: 'The checkpoints could not be loaded.',
      ko: '체크포인트를 불러오지 못했습니다.',
    },
    empty: {
      en: 'There is no checkpoint yet. One is made every day.',
      ko: '아직 체크포인트가 없습니다. 매일 하나씩 만들어집니다.',
    },
  },
  {
    path: '/system/audit/reads',
    heading: { en: 'Audit', ko: '감사 기록' },
    shows: 'operator.showMember',
    fails: { en: 'The reads could not be loaded.', ko: '열람 기록을 불러오지 못했습니다.' },
    empty: {
      en: 'No operator has read anything about a member yet.',
      ko: '아직 회원 정보를 열람한 운영자가 없습니다.',
    },
  },
  {
    path: '/system/jobs',
    heading: { en: 'Jobs', ko: '작업' },
    shows: 'The mail server did not answer',
    fails: { en: 'Jobs could not be loaded.', ko: '작업을 불러오지 못했습니다.' },
    empty: {
      en: 'No job has failed for good.',
      ko: '완전히 실패한 작업이 없습니다.',
    },
  },
  {
    path: '/system/health',
    heading: { en: 'Health', ko: '상태' },
    shows: 'Ethereum',
    fails: {
      en: 'The state of the system could not be loaded.',
      ko: '시스템 상태를 불러오지 못했습니다.',
    },
  },
  {
    path: '/system/availability',
    heading: { en: 'Availability', ko: '가동 현황' },
    shows: /^(Last 90 days|최근 90일)$/,
    fails: {
      en: 'The availability could not be loaded.',
      ko: '가동 현황을 불러오지 못했습니다.',
    },
    empty: {
      en: 'No day of a round had an outage.',
      ko: '라운드 기간에 장애가 있던 날이 없습니다.',
    },
  },
]

/** Every step of the builder has its own content. */
function builderScreens(): Screen[] {
  const steps: [step: string, en: string, ko: string, shows: string | RegExp][] = [
    ['start', 'Start', '시작', /template|템플릿/],
    ['calendar', 'Calendar', '달력', /^(Round 4|4라운드)$/],
    ['story', 'Story', '이야기', /^(Banner|배너) 1$/],
    ['rewards-per-day', 'Check-in, levels', '출석, 레벨', /29,900/],
    ['tiers', 'Tiers', '티어', /^(Silver|실버)$/],
    ['wheel', 'Wheel', '룰렛', /100\.00 %/],
    ['missions', 'Missions', '미션', /^(The code of the season|시즌 코드)$/],
    ['shop', 'Shop', '상점', /^(Ticket|티켓)$/],
    ['pools', 'Rewards, budget', '보상, 예산', /10,000\.00 USDS/],
    ['texts', 'Texts', '문구', /^(Mission|미션) 8 · /],
    ['publish', 'Publish', '게시', /^(No problems|문제가 없습니다)$/],
  ]
  return steps.map(([step, en, ko, shows]) => ({
    path: `/seasons/7/edit?step=${step}`,
    heading: { en, ko },
    shows,
    fails: { en: 'The season could not be loaded.', ko: '시즌을 불러오지 못했습니다.' },
  }))
}

const CODE = 'A'.repeat(43)

export const VISITOR_SCREENS: Screen[] = [
  {
    path: '/login',
    heading: { en: 'Operator console', ko: '운영자 콘솔' },
    shows: '한국어',
  },
  {
    path: '/login/recovery',
    heading: { en: 'Recover your account', ko: '계정 복구' },
    shows: '한국어',
  },
  { path: '/login/owner', heading: { en: 'First owner', ko: '첫 소유자' }, shows: '한국어' },
  {
    path: `/enrol/${CODE}`,
    heading: { en: 'Set up your account', ko: '계정 설정' },
    shows: 'hana.seo@solstice.example',
  },
  {
    path: `/object/${CODE}`,
    heading: { en: 'Object to a change', ko: '변경에 이의 제기' },
    shows: /mateo\.ruiz/,
  },
]
