import { Code } from './codes.ts'

export const LANGUAGES = ['en', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'en'

/**
 * The sentence that goes with a code. `{name}` is filled from the refusal's values.
 * A fault has none: the screen that met it says what failed.
 */
export const MESSAGES: Record<Code, Record<Language, string>> = {
  [Code.SUCCESS]: { en: '', ko: '' },
  [Code.SERVER_ERROR]: { en: '', ko: '' },
  [Code.ACCESS_DENIED]: { en: 'Access denied.', ko: '접근 권한이 없어요.' },
  [Code.INVALID_REQUEST]: { en: 'Invalid request.', ko: '잘못된 요청이에요.' },
  [Code.TOKEN_EXPIRED]: { en: 'Please sign in again', ko: '다시 로그인해 주세요' },
  [Code.EMAIL_EXISTS]: {
    en: 'This email is already registered.',
    ko: '이미 가입된 이메일이에요.',
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
    en: 'This account has been disabled. Please contact support.',
    ko: '비활성화된 계정이에요. 고객센터로 문의해 주세요.',
  },
  [Code.PASSWORD_MISMATCH]: { en: 'Password does not match.', ko: '비밀번호가 일치하지 않아요.' },
  [Code.REFERRAL_CODE_INVALID]: {
    en: 'Invalid referral code.',
    ko: '올바르지 않은 추천 코드예요.',
  },
  [Code.ACCOUNT_SUSPENDED]: {
    en: 'This account is suspended. Please contact support.',
    ko: '일시 정지된 계정이에요. 고객센터로 문의해 주세요.',
  },
  [Code.WITHDRAW_LIMIT_EXCEEDED]: {
    en: 'The daily withdrawal limit has been reached.',
    ko: '하루 출금 한도를 넘었어요.',
  },
  [Code.USER_NOT_FOUND]: { en: 'User not found.', ko: '회원을 찾을 수 없어요.' },

  [Code.PIN_INCORRECT]: {
    en: 'Incorrect PIN ({attempts}/{maxAttempts})',
    ko: 'PIN이 올바르지 않아요 ({attempts}/{maxAttempts})',
  },
  [Code.PIN_ATTEMPTS_EXCEEDED]: {
    en: 'Maximum attempts exceeded. Please log in again',
    ko: '입력 횟수를 초과했어요. 다시 로그인해 주세요',
  },
  [Code.PIN_NOT_SET]: { en: 'Please set up your PIN', ko: 'PIN을 설정해 주세요' },
  [Code.PIN_ALREADY_SET]: { en: 'PIN is already set', ko: 'PIN이 이미 설정되어 있어요' },
  [Code.PIN_FORMAT]: {
    en: 'Please enter a valid 6-digit PIN',
    ko: '6자리 PIN을 정확히 입력해 주세요',
  },
  [Code.PIN_VERIFICATION_REQUIRED]: {
    en: 'PIN verification is required',
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
    en: "We couldn't confirm this device. Check its date and time, then try again.",
    ko: '기기를 확인하지 못했어요. 기기의 날짜와 시간을 확인한 뒤 다시 시도해 주세요.',
  },
  [Code.NICKNAME_TAKEN]: { en: 'Duplicate name', ko: '이미 사용 중인 이름이에요' },
  [Code.NICKNAME_FORMAT]: { en: 'Wrong Name Format', ko: '이름 형식이 올바르지 않아요' },
  [Code.NICKNAME_UNCHANGED]: {
    en: 'This is the same as your current nickname',
    ko: '지금 쓰는 닉네임과 같아요',
  },
  [Code.REFERRAL_ALREADY_REGISTERED]: {
    en: 'You have already registered a referral code.',
    ko: '이미 추천 코드를 등록했어요.',
  },
  [Code.REFERRAL_OWN_CODE]: {
    en: 'You cannot enter your own referral code.',
    ko: '내 추천 코드는 입력할 수 없어요.',
  },
  [Code.REREGISTRATION_BLOCKED]: {
    en: 'This email cannot be used for 180 days after account deletion.',
    ko: '계정을 삭제한 이메일은 180일 동안 다시 사용할 수 없어요.',
  },
  [Code.AGREEMENT_MISSING]: {
    en: 'You must agree to the {agreement}',
    ko: '{agreement}에 동의해 주세요',
  },
  [Code.WALLET_ADDRESS_INVALID]: {
    en: 'Invalid wallet address.',
    ko: '올바르지 않은 지갑 주소예요.',
  },
  [Code.WALLET_ALREADY_REGISTERED]: {
    en: 'A wallet is already registered.',
    ko: '이미 등록된 지갑이 있어요.',
  },
  [Code.WALLET_IN_USE]: {
    en: 'This wallet is already in use.',
    ko: '다른 계정에서 사용 중인 지갑이에요.',
  },
  [Code.WALLET_NOT_FOUND]: { en: 'Wallet not found.', ko: '지갑을 찾을 수 없어요.' },
  [Code.WALLET_OWNERSHIP_UNPROVEN]: {
    en: 'Wallet ownership could not be verified.',
    ko: '지갑 소유를 확인하지 못했어요.',
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
    en: 'This mission is not available now.',
    ko: '지금은 참여할 수 없는 미션이에요.',
  },
  [Code.SEASON_NOT_OPEN]: { en: 'This season is not open.', ko: '진행 중인 시즌이 아니에요.' },
  [Code.XP_INSUFFICIENT]: { en: 'Not enough XP.', ko: 'XP가 부족해요.' },
  [Code.TICKETS_INSUFFICIENT]: { en: 'Not enough tickets.', ko: '티켓이 부족해요.' },
  [Code.PRODUCT_UNAVAILABLE]: {
    en: 'This product is not available.',
    ko: '지금은 구매할 수 없는 상품이에요.',
  },
  [Code.REFUND_NOT_ALLOWED]: {
    en: 'This purchase cannot be refunded.',
    ko: '환불할 수 없는 구매예요.',
  },
  [Code.REFUND_ALREADY_REQUESTED]: {
    en: 'A refund has already been requested.',
    ko: '이미 환불을 요청했어요.',
  },
  [Code.PAYMENT_UNVERIFIED]: {
    en: 'Payment could not be verified.',
    ko: '결제를 확인하지 못했어요.',
  },
  [Code.NOTHING_TO_CLAIM]: { en: 'There is nothing to claim.', ko: '받을 수 있는 보상이 없어요.' },
  [Code.ALREADY_CLAIMED]: {
    en: 'This reward has already been claimed.',
    ko: '이미 받은 보상이에요.',
  },
  [Code.REWARD_BALANCE_INSUFFICIENT]: {
    en: 'Not enough reward balance.',
    ko: '보상 잔액이 부족해요.',
  },
  [Code.WITHDRAWALS_PAUSED]: {
    en: 'Withdrawals are paused until {time}.',
    ko: '{time}까지 출금할 수 없어요.',
  },
  [Code.WITHDRAWAL_TOO_SMALL]: {
    en: 'The minimum withdrawal is {amount}.',
    // The particle after a symbol depends on how it is read aloud: none is needed here.
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
  [Code.NOT_FOUND]: { en: 'Not found.', ko: '찾을 수 없어요.' },
  [Code.TOO_MANY_REQUESTS]: {
    en: 'Too many requests. Please try again later.',
    ko: '요청이 너무 많아요. 잠시 후 다시 시도해 주세요.',
  },
  [Code.EXPLORER_BUDGET_SPENT]: {
    en: 'Transaction history is unavailable until tomorrow. Your funds are safe.',
    ko: '오늘은 거래 내역을 불러올 수 없어요. 자산은 안전하니 내일 다시 확인해 주세요.',
  },
  [Code.MAINTENANCE]: {
    en: 'System maintenance is in progress. Please try again later.',
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
