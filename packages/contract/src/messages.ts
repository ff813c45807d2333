import { Code } from './codes.ts'

export const LANGUAGES = ['en', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'en'

/**
 * Maps each code to its message. `{name}` is filled from the values of the error. Server errors
 * have no message, because the screen describes what failed.
 */
export const MESSAGES: Record<Code, Record<Language, string>> = {
  [Code.SUCCESS]: { en: '', ko: '' },
  [Code.SERVER_ERROR]: { en: '', ko: '' },
  [Code.ACCESS_DENIED]: { en: 'You don’t have access to this.', ko: '접근 권한이 없어요.' },
  [Code.INVALID_REQUEST]: {
    en: 'We couldn’t process that. Check it and try again.',
    ko: '요청을 처리하지 못했어요. 내용을 확인하고 다시 시도해 주세요.',
  },
  [Code.TOKEN_EXPIRED]: { en: 'Please sign in again', ko: '다시 로그인해 주세요' },
  [Code.EMAIL_EXISTS]: {
    en: 'This email already has an account. Log in instead.',
    ko: '이미 가입된 이메일이에요. 로그인해 주세요.',
  },
  [Code.EMAIL_FORMAT]: { en: 'Invalid email format', ko: '이메일 형식이 올바르지 않아요' },
  [Code.VERIFICATION_CODE_INVALID]: {
    en: 'Invalid verification code.',
    ko: '인증 코드가 올바르지 않아요.',
  },
  [Code.VERIFICATION_CODE_EXPIRED]: {
    en: 'Verification code has expired.',
    ko: '인증 코드가 만료됐어요.',
  },
  [Code.PASSWORD_FORMAT]: { en: 'Wrong password format', ko: '비밀번호 형식이 올바르지 않아요' },
  [Code.CREDENTIALS_INVALID]: {
    en: 'The email or password is incorrect.',
    ko: '이메일 또는 비밀번호가 올바르지 않아요.',
  },
  [Code.ACCOUNT_DISABLED]: {
    en: 'This account has been disabled{note}. Your wallet and funds aren’t affected. For help, email {email}.',
    ko: '비활성화된 계정이에요{note}. 지갑과 자산에는 영향이 없어요. 문의: {email}',
  },
  [Code.PASSWORD_MISMATCH]: { en: 'Password does not match.', ko: '비밀번호가 일치하지 않아요.' },
  [Code.REFERRAL_CODE_INVALID]: {
    en: 'Invalid referral code.',
    ko: '올바르지 않은 추천 코드예요.',
  },
  [Code.ACCOUNT_SUSPENDED]: {
    en: 'This account is suspended{note}. Your wallet and funds aren’t affected. For help, email {email}.',
    ko: '일시 정지된 계정이에요{note}. 지갑과 자산에는 영향이 없어요. 문의: {email}',
  },
  [Code.WITHDRAW_LIMIT_EXCEEDED]: {
    en: 'You’ve reached today’s withdrawal limit.',
    ko: '오늘 출금 한도를 모두 사용했어요.',
  },
  [Code.USER_NOT_FOUND]: {
    en: 'We couldn’t find an account with these details.',
    ko: '일치하는 회원을 찾지 못했어요.',
  },

  [Code.PIN_INCORRECT]: {
    en: 'Incorrect PIN ({attempts}/{maxAttempts})',
    ko: 'PIN이 올바르지 않아요 ({attempts}/{maxAttempts})',
  },
  [Code.PIN_ATTEMPTS_EXCEEDED]: {
    en: 'Maximum attempts exceeded. Please log in again',
    ko: '입력 횟수를 초과했어요. 다시 로그인해 주세요',
  },
  [Code.PIN_NOT_SET]: { en: 'Set up your PIN to continue', ko: 'PIN을 설정해 주세요' },
  [Code.PIN_ALREADY_SET]: { en: 'PIN is already set', ko: 'PIN이 이미 설정되어 있어요' },
  [Code.PIN_FORMAT]: {
    en: 'Please enter a valid 6-digit PIN',
    ko: '6자리 PIN을 정확히 입력해 주세요',
  },
  [Code.PIN_VERIFICATION_REQUIRED]: {
    en: 'Enter your PIN to continue',
    ko: 'PIN 인증이 필요해요',
  },
  [Code.PIN_LOCKED]: {
    en: 'Account is locked. Please log in with email',
    ko: '계정이 잠겼어요. 이메일로 로그인해 주세요',
  },
  [Code.PIN_WAIT]: {
    en: 'Too many incorrect PINs. Please wait before you try again',
    ko: 'PIN을 여러 번 잘못 입력했어요. 잠시 후 다시 시도해 주세요',
  },
  [Code.DEVICE_PROOF_INVALID]: {
    en: 'We couldn’t confirm this device. Check its date and time.',
    ko: '기기를 확인하지 못했어요. 기기의 날짜와 시간을 확인한 뒤 다시 시도해 주세요.',
  },
  [Code.NICKNAME_TAKEN]: { en: 'Duplicate name', ko: '이미 사용 중인 닉네임이에요' },
  [Code.NICKNAME_FORMAT]: { en: 'Wrong Name Format', ko: '닉네임 형식이 올바르지 않아요' },
  [Code.NICKNAME_UNCHANGED]: {
    en: 'This is the same as your current nickname',
    ko: '현재 닉네임과 같아요',
  },
  [Code.REFERRAL_ALREADY_REGISTERED]: {
    en: 'You’ve already added a referral code.',
    ko: '이미 추천 코드를 등록했어요.',
  },
  [Code.REFERRAL_OWN_CODE]: {
    en: 'You can’t use your own referral code.',
    ko: '내 추천 코드는 입력할 수 없어요.',
  },
  [Code.REREGISTRATION_BLOCKED]: {
    en: 'This email belonged to a deleted account. You can sign up with it again 180 days after deletion.',
    ko: '계정을 삭제한 이메일은 180일 동안 다시 사용할 수 없어요.',
  },
  [Code.AGREEMENT_MISSING]: {
    en: 'You must agree to the {agreement}',
    ko: '{agreement}에 동의해 주세요',
  },
  [Code.WALLET_ADDRESS_INVALID]: {
    en: 'Enter a valid wallet address.',
    ko: '올바르지 않은 지갑 주소예요.',
  },
  [Code.WALLET_ALREADY_REGISTERED]: {
    en: 'Your account already has a wallet.',
    ko: '계정에 이미 연결된 지갑이 있어요.',
  },
  [Code.WALLET_IN_USE]: {
    en: 'This wallet is connected to another account.',
    ko: '다른 계정에서 사용 중인 지갑이에요.',
  },
  [Code.WALLET_NOT_FOUND]: {
    en: 'We couldn’t find this wallet.',
    ko: '지갑을 찾지 못했어요.',
  },
  [Code.WALLET_OWNERSHIP_UNPROVEN]: {
    en: 'We couldn’t confirm that this wallet is yours. Please try again.',
    ko: '내 지갑인지 확인하지 못했어요. 다시 시도해 주세요.',
  },
  [Code.CHECK_IN_CLOSED]: {
    en: 'Check-in time is not available',
    ko: '지금은 출석 체크 시간이 아니에요',
  },
  [Code.CHECK_IN_ALREADY_DONE]: {
    en: 'You have already checked in today.',
    ko: '오늘은 이미 출석 체크를 했어요.',
  },
  [Code.NO_SPINS_LEFT]: {
    en: 'No more spins available today.',
    ko: '오늘은 더 이상 룰렛을 돌릴 수 없어요.',
  },
  [Code.MISSION_UNAVAILABLE]: {
    en: 'This mission isn’t available right now.',
    ko: '지금은 참여할 수 없는 미션이에요.',
  },
  [Code.NO_TEST_DEVICE]: {
    en: 'No phone to test on. Sign up in the app with your operator’s email address and allow notifications there.',
    ko: '테스트를 받을 기기가 없어요. 담당자 이메일로 앱에 가입한 뒤 알림을 허용해 주세요.',
  },
  [Code.CAMPAIGN_NOT_TESTED]: {
    en: 'Send a test of this text to your phone first.',
    ko: '먼저 이 내용을 내 휴대폰으로 테스트해 주세요.',
  },
  [Code.NOTICE_PUBLISHED]: {
    en: 'Members can read this notice already. Withdraw it and publish another one.',
    ko: '이미 회원에게 공개된 공지예요. 철회한 뒤 새 공지를 게시해 주세요.',
  },
  [Code.CAMPAIGN_WAITS]: {
    en: 'A campaign will send this text. Stop the campaign before you change it.',
    ko: '이 내용을 보낼 캠페인이 있어요. 캠페인을 먼저 중지한 뒤 수정해 주세요.',
  },
  [Code.RECAP_SEASON_RUNNING]: {
    en: 'Your recap will be ready when the season ends.',
    ko: '시즌이 끝나면 리캡을 볼 수 있어요.',
  },
  [Code.RECAP_NOT_READY]: {
    en: 'We’re adding up this season. Your recap will be ready soon.',
    ko: '시즌 결과를 정리하고 있어요. 곧 볼 수 있어요.',
  },
  [Code.RECAP_NOT_TAKEN_PART]: {
    en: 'You didn’t take part in this season, so there’s no recap.',
    ko: '이 시즌에는 참여하지 않아서 리캡이 없어요.',
  },
  [Code.RECAP_GONE]: {
    en: 'The recap of this season isn’t available anymore.',
    ko: '오래된 시즌이라 리캡을 볼 수 없어요.',
  },
  [Code.LEAGUE_NOT_DRAWN]: {
    en: 'The leagues of this week aren’t drawn yet.',
    ko: '이번 주 리그는 아직 추첨 전이에요.',
  },
  [Code.SEASON_NOT_OPEN]: { en: 'This season isn’t open.', ko: '진행 중인 시즌이 아니에요.' },
  [Code.XP_INSUFFICIENT]: { en: 'Not enough XP.', ko: 'XP가 부족해요.' },
  [Code.TICKETS_INSUFFICIENT]: { en: 'Not enough tickets.', ko: '티켓이 부족해요.' },
  [Code.PRODUCT_UNAVAILABLE]: {
    en: 'This product isn’t available right now.',
    ko: '지금은 구매할 수 없는 상품이에요.',
  },
  [Code.REFUND_NOT_ALLOWED]: {
    en: 'This purchase can’t be refunded.',
    ko: '환불할 수 없는 구매예요.',
  },
  [Code.REFUND_ALREADY_REQUESTED]: {
    en: 'You’ve already requested a refund.',
    ko: '이미 환불을 요청했어요.',
  },
  [Code.PAYMENT_UNVERIFIED]: {
    en: 'We couldn’t verify your payment.',
    ko: '결제를 확인하지 못했어요.',
  },
  [Code.NOTHING_TO_CLAIM]: {
    en: 'There’s nothing to claim yet.',
    ko: '받을 수 있는 보상이 없어요.',
  },
  [Code.ALREADY_CLAIMED]: {
    en: 'You’ve already claimed this reward.',
    ko: '이미 받은 보상이에요.',
  },
  [Code.REWARD_BALANCE_INSUFFICIENT]: {
    en: 'Your referral balance is too low.',
    ko: '초대 보상 잔액이 부족해요.',
  },
  [Code.WITHDRAWALS_PAUSED]: {
    en: 'Withdrawals are paused until {time}.',
    ko: '{time}까지 출금이 일시 중단됐어요.',
  },
  [Code.WITHDRAWAL_TOO_SMALL]: {
    en: 'The minimum withdrawal is {amount}.',
    // The Korean particle after a symbol depends on its pronunciation; this phrasing needs none.
    ko: '최소 {amount}부터 출금할 수 있어요.',
  },
  [Code.PAYOUTS_FROZEN]: {
    en: 'Payouts are frozen. Unfreeze them first.',
    ko: '지급이 동결되어 있어요. 먼저 동결을 해제해 주세요.',
  },
  [Code.PROOF_TOO_NEW]: {
    en: 'Your PIN or wallet is too new. Contact support to unfreeze.',
    ko: 'PIN이나 지갑을 최근에 설정해서 해제할 수 없어요. 고객센터에 문의해 주세요.',
  },
  [Code.NOT_FOUND]: { en: 'We couldn’t find that.', ko: '요청한 내용을 찾을 수 없어요.' },
  [Code.TOO_MANY_REQUESTS]: {
    en: 'Too many attempts. Try again in {wait}.',
    ko: '요청이 너무 많아요. {wait} 뒤에 다시 시도해 주세요.',
  },
  [Code.EXPLORER_BUDGET_SPENT]: {
    en: 'Transaction history is unavailable until tomorrow. Your funds are safe.',
    ko: '오늘은 거래 내역을 불러올 수 없어요. 자산은 안전하니 내일 다시 확인해 주세요.',
  },
  [Code.STEP_UP_REQUIRED]: {
    en: 'Confirm that it’s you to continue.',
    ko: '계속하려면 본인 확인이 필요해요.',
  },
  [Code.APPROVAL_PENDING]: {
    en: 'Needs a second person: proposal {approvalId}.',
    ko: '다른 담당자의 승인이 필요해요. 요청 번호 {approvalId}',
  },
  [Code.OUTDATED]: {
    en: 'This has changed since. Look at it again.',
    ko: '그사이 내용이 바뀌었어요. 다시 확인해 주세요.',
  },
  [Code.NO_RESPONSIBLE_PERSON]: {
    en: 'This needs a second person, but nobody answers for this token. Do it in the console, or let a person rotate the token first.',
    ko: '다른 담당자의 승인이 필요하지만 이 토큰을 책임지는 담당자가 없어요. 콘솔에서 직접 진행하거나, 먼저 담당자가 토큰을 다시 발급해 주세요.',
  },
  [Code.FACTOR_TOO_NEW]: {
    en: 'This sign-in method is too new. Approve with an older one.',
    ko: '추가한 지 하루가 안 된 수단이에요. 다른 수단으로 승인해 주세요.',
  },
  [Code.EXPORT_TOO_LARGE]: {
    en: 'More than 100,000 entries. Choose a shorter time.',
    ko: '100,000건이 넘어요. 기간을 줄여 주세요.',
  },
  [Code.REFUND_CLAIMED]: {
    en: 'Another operator is working on this refund.',
    ko: '다른 담당자가 처리 중인 환불이에요.',
  },
  [Code.PAYMENT_NOT_UNMATCHED]: {
    en: 'This payment is matched or settled already.',
    ko: '이미 연결되었거나 처리된 결제예요.',
  },
  [Code.PRODUCTS_CHANGED]: {
    en: 'The products of this season have changed. Load them again.',
    ko: '이 시즌의 상품이 바뀌었어요. 다시 불러와 주세요.',
  },
  [Code.STOCK_CHANGED]: {
    en: 'The stock has changed. Check what is left.',
    ko: '그사이 재고가 바뀌었어요. 남은 재고를 확인해 주세요.',
  },
  [Code.DIFFERENCE_CHANGED]: {
    en: 'The difference has changed. Look at it again.',
    ko: '그사이 차액이 달라졌어요. 다시 확인해 주세요.',
  },
  [Code.PAYOUT_ON_HOLD]: {
    en: 'Your payouts are on hold until {until}.',
    ko: '{until}까지 지급이 보류돼요.',
  },
  [Code.RELAY_UNAVAILABLE]: {
    en: 'We can’t pay the fee of this send right now. Try again later, or pay the fee yourself.',
    ko: '지금은 수수료를 대신 낼 수 없어요. 잠시 후 다시 시도하거나 수수료를 직접 내고 보내 주세요.',
  },
  [Code.RELAY_QUOTA_SPENT]: {
    en: 'You’ve used all sends with a paid fee this month.',
    ko: '이번 달 수수료 지원 횟수를 모두 사용했어요.',
  },
  [Code.RELAY_EXPIRED]: {
    en: 'The signature has expired and nothing was sent. Confirm the send again.',
    ko: '서명이 만료되어 아무것도 보내지 않았어요. 다시 확인하고 보내 주세요.',
  },
  [Code.RELAY_NOT_SIGNED]: {
    en: 'The signature doesn’t match this send, so nothing was sent.',
    ko: '서명이 보내려는 내용과 달라서 아무것도 보내지 않았어요.',
  },
  [Code.RELAY_WOULD_FAIL]: {
    en: 'The network would reject this send. Check your balance and try again.',
    ko: '네트워크가 이 송금을 거부할 거예요. 잔액을 확인하고 다시 시도해 주세요.',
  },
  [Code.RELAY_FAILED_TOO_OFTEN]: {
    en: 'Three of your sends failed on the network, so we can’t pay more fees this month. You can still pay the fee yourself.',
    ko: '이번 달에 송금이 네트워크에서 세 번 실패해 수수료를 더 대신 낼 수 없어요. 수수료를 직접 내고 보낼 수 있어요.',
  },
  [Code.RELAY_UNDER_WAY]: {
    en: 'Your last send with a paid fee is still under way. Try again once it has arrived.',
    ko: '수수료를 대신 낸 이전 송금이 아직 진행 중이에요. 도착한 뒤 다시 시도해 주세요.',
  },
  [Code.HOLD_ENDED]: {
    en: 'This hold has already ended.',
    ko: '이미 끝난 보류예요.',
  },
  [Code.HOLD_ALREADY_APPEALED]: {
    en: 'We already have your appeal and will answer it.',
    ko: '이미 이의 신청을 접수했어요. 확인하고 답변해 드릴게요.',
  },
  [Code.MAINTENANCE]: {
    en: 'Solstice is down for maintenance. Please try again later.',
    ko: '시스템 점검 중이에요. 잠시 후 다시 시도해 주세요.',
  },
}

export function messageFor(
  code: Code,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return MESSAGES[code][language].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  )
}
