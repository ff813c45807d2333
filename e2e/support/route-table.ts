const SEASON = '/rewards/dashboard/1'
const MISSION = `${SEASON}/missions/6`
const TRANSACTION = `0x${'ab'.repeat(32)}`

/** Public routes without a trailing slash, because both forms must work. */
export const PUBLIC_ROUTES = [
  '/auth/signup',
  '/auth/signup/email',
  '/auth/login',
  '/auth/forgot-password',
]

/** Later sign-up steps redirect to its start without the earlier ones. */
export const SIGN_UP_STEPS = ['/auth/signup/verification', '/auth/signup/password']

/** Later password-reset steps redirect in the same way. */
export const RESET_STEPS = [
  '/auth/forgot-password/verification',
  '/auth/forgot-password/new-password',
  '/auth/forgot-password/completed',
]

export type MemberRoute = {
  path: string
  /** The exact first heading, or a pattern if it contains seed data. */
  en: string | RegExp
  ko: string | RegExp
}

const route = (path: string, en: MemberRoute['en'], ko: MemberRoute['ko']) => ({ path, en, ko })

/** Signed-in routes by tab, with ids filled in. */
export const MEMBER_ROUTES: Record<string, readonly MemberRoute[]> = {
  home: [
    route('/home', /^Good (morning|afternoon|evening) /, /^좋은 (아침이에요|오후예요|저녁이에요) /),
    route('/home/buy-credit', 'Buy credit', '크레딧 구매'),
  ],
  starlight: [route('/starlight', 'Starlight', '스타라이트')],
  more: [
    route('/more', 'More', '더보기'),
    route('/more/account-management', 'Account management', '계정 관리'),
    route('/more/delete-account', 'Delete account', '계정 삭제'),
    route('/more/my-data', 'Your data', '내 데이터'),
    route('/more/my-page', 'My Page', '마이페이지'),
    route('/more/notice', 'Notices', '알림'),
    route('/more/password-change', 'Change password', '비밀번호 변경'),
    route('/more/policy', 'Terms and privacy', '약관 및 개인정보'),
    route('/more/referral-input', 'Referral code', '추천 코드'),
    route('/more/setting', 'Settings', '설정'),
    route('/more/wallet-management', 'Wallet management', '지갑 관리'),
    route('/more/wallet-policy', 'Wallet policy', '지갑 정책'),
    route('/more/withdraw', 'Withdraw', '출금'),
    route('/more/withdraw-confirmed', 'Withdrawal', '출금 내역'),
  ],
  wallet: [
    route('/wallet', 'Wallet', '지갑'),
    route('/wallet/create', 'Create wallet', '지갑 만들기'),
    // Without a wallet the import redirects to the creation.
    route('/wallet/import', 'Create wallet', '지갑 만들기'),
    route('/wallet/import-guide', 'Import guide', '가져오기 안내'),
    route('/wallet/reveal-seed', 'Recovery phrase', '복구 문구'),
    route('/wallet/receive', 'Receive', '받기'),
    route('/wallet/remove', 'Remove wallet', '지갑 삭제'),
    // Without a relay it redirects.
    route('/wallet/connections', 'Wallet', '지갑'),
    route('/wallet/set-aside', 'Old wallets', '이전 지갑'),
    route('/wallet/send', 'Send', '보내기'),
    route('/wallet/history', 'Activity', '거래 내역'),
    route(`/wallet/history/${TRANSACTION}`, 'Transaction', '거래'),
  ],
  rewards: [
    route('/rewards', 'Rewards', '리워드'),
    route('/rewards/alert-setting', 'Alert settings', '알림 설정'),
    route('/rewards/invite-event', 'Invite friends', '친구 초대'),
    route('/rewards/claims', 'Rewards to claim', '받을 보상'),
    route('/rewards/tier/1', 'Tiers', '티어'),
    route('/rewards/dashboard/rules', 'Season rules', '시즌 규칙'),
    // The season names follow the calendar.
    route(SEASON, /^[A-Z][a-z]+( [A-Z][a-z]+)*$/, /^[가-힣 ]+$/),
    route(`${SEASON}/ranking`, 'Leaderboard', '랭킹'),
    route(`${SEASON}/league`, 'Your league', '내 리그'),
    route(`${SEASON}/recap`, /^Your season: /, /^나의 시즌: /),
    route(`${SEASON}/history`, 'History', '내역'),
    route(`${SEASON}/history/1`, 'Details', '상세 내역'),
    route(`${SEASON}/history/1/refund-request`, 'Refund request', '환불 요청'),
  ],
  missions: [
    route(MISSION, 'XP shop', 'XP 상점'),
    route(`${MISSION}/ticket-history`, 'Ticket history', '티켓 내역'),
    route(`${MISSION}/buy-xp`, 'XP shop', 'XP 상점'),
    route(`${MISSION}/buy-xp/1`, 'Starter XP pack', 'XP 스타터 팩'),
    route(`${MISSION}/buy-xp/1/complete`, 'Purchase', '구매'),
  ],
  test: [route('/test/push-notification', 'Push notification test', '푸시 알림 테스트')],
}
