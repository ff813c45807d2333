import type { PushCode } from '@solstice/rules/alert'
import type { Language } from './messages.ts'

export type AlertText = { title: string; content: string }

/** The amount of an alert about a reward that can be claimed. */
export type ReadyReward = { amount: string; symbol: string }

export type Deposit = { amount: string; symbol: string; network: string; more: number }

/**
 * The texts of each code in the list of alerts and in a notification. The server and the service
 * worker use this file; the app's locale files are separate, so that the worker stays one file.
 */
const ALERT_TEXTS: Record<PushCode, Record<Language, AlertText>> = {
  PURCHASE_SUCCESS: {
    en: { title: 'Purchase complete', content: 'Your purchase went through.' },
    ko: { title: '구매 완료', content: '구매가 완료됐어요.' },
  },
  PURCHASE_FAIL: {
    en: { title: 'Purchase failed', content: 'Your purchase didn’t go through. Tap to see why.' },
    ko: { title: '구매 실패', content: '구매가 완료되지 않았어요. 눌러서 확인해 주세요.' },
  },
  REFUND_SUBMIT: {
    en: { title: 'Refund requested', content: 'We received your refund request.' },
    ko: { title: '환불 접수', content: '환불 요청을 접수했어요.' },
  },
  REFUND_COMPLETE: {
    en: { title: 'Refund complete', content: 'We’ve refunded your purchase.' },
    ko: { title: '환불 완료', content: '환불이 완료됐어요.' },
  },
  REFUND_REJECTED: {
    en: { title: 'Refund declined', content: 'Your request was declined. Tap to see why.' },
    ko: { title: '환불 거절', content: '환불 요청이 거절됐어요. 눌러서 이유를 확인해 주세요.' },
  },
  PURCHASE: {
    en: { title: 'New in the XP shop', content: 'A new purchase mission is available.' },
    ko: { title: '상점 소식', content: '참여할 수 있는 구매 미션이 있어요.' },
  },
  TICKET: {
    en: { title: 'Your tickets are ready', content: 'Tap to claim today’s tickets.' },
    ko: { title: '오늘의 티켓', content: '오늘의 티켓을 받아 가세요.' },
  },
  CHECK_IN: {
    en: { title: 'Don’t forget to check in', content: 'You can still earn today’s XP.' },
    ko: { title: '오늘 출석을 잊지 마세요', content: '아직 오늘의 XP를 받을 수 있어요.' },
  },
  RANDOM_XP: {
    en: { title: 'You have a spin left', content: 'Spin the wheel and win XP.' },
    ko: { title: 'XP 룰렛', content: '룰렛을 돌리고 XP를 받아 보세요.' },
  },
  SEASON_OPEN: {
    en: { title: 'A new season begins', content: 'Start earning XP now.' },
    ko: { title: '새 시즌 시작', content: '시즌이 열렸어요. 지금 XP를 모아 보세요.' },
  },
  REWARD: {
    en: { title: 'Reward paid', content: 'Your reward is in your wallet.' },
    ko: { title: '보상 지급', content: '보상이 지갑에 들어왔어요.' },
  },
  REWARD_WAITING: {
    en: {
      title: 'A reward is waiting for you',
      content: 'Create a wallet to receive your round reward.',
    },
    ko: { title: '보상 대기 중', content: '지갑을 만들면 라운드 보상을 지급해 드려요.' },
  },
  REWARD_READY: {
    en: { title: 'Your reward is ready', content: 'Tap once to claim it. There’s no fee.' },
    ko: { title: '보상 준비 완료', content: '한 번만 누르면 받을 수 있어요. 수수료는 없어요.' },
  },
  MAINTENANCE_START: {
    en: {
      title: 'Maintenance has started',
      content: 'Solstice is temporarily unavailable. Tap for details.',
    },
    ko: { title: '점검 시작', content: 'Solstice를 점검하고 있어요. 눌러서 확인해 주세요.' },
  },
  MAINTENANCE_END: {
    en: { title: 'We’re back', content: 'The maintenance is over.' },
    ko: { title: '점검 완료', content: '점검이 끝났어요. 다시 이용할 수 있어요.' },
  },
  PASSWORD_CHANGED: {
    en: {
      title: 'Your password was changed',
      content: 'If this wasn’t you, reset your password now.',
    },
    ko: {
      title: '비밀번호가 변경됐어요',
      content: '직접 변경하지 않았다면 지금 비밀번호를 재설정해 주세요.',
    },
  },
  PASSWORD_RESET: {
    en: {
      title: 'Your password was reset',
      content: 'Withdrawals are paused for 48 hours. If this wasn’t you, reset your password now.',
    },
    ko: {
      title: '비밀번호가 재설정됐어요',
      content:
        '48시간 동안 출금이 일시 중단돼요. 직접 하지 않았다면 지금 비밀번호를 재설정해 주세요.',
    },
  },
  PIN_LOCKED: {
    en: {
      title: 'PIN locked',
      content: 'The wrong PIN was entered 5 times. Log in with your email to set a new one.',
    },
    ko: {
      title: 'PIN이 잠겼어요',
      content: 'PIN이 5번 잘못 입력됐어요. 이메일로 로그인해 새 PIN을 설정해 주세요.',
    },
  },
  PIN_RESET: {
    en: {
      title: 'New PIN set',
      content: 'Withdrawals are paused for 48 hours. If this wasn’t you, reset your password now.',
    },
    ko: {
      title: '새 PIN이 설정됐어요',
      content:
        '48시간 동안 출금이 일시 중단돼요. 직접 하지 않았다면 지금 비밀번호를 재설정해 주세요.',
    },
  },
  NEW_DEVICE: {
    en: {
      title: 'New sign-in',
      content:
        'New sign-in from an unfamiliar device. If this wasn’t you, change your password now.',
    },
    ko: {
      title: '새 기기 로그인',
      content:
        '새 기기에서 내 계정에 로그인한 기록이 있어요. 본인이 아니라면 지금 비밀번호를 변경해 주세요.',
    },
  },
  WALLET_CHANGED: {
    en: {
      title: 'A different wallet was connected',
      content:
        'Rewards will go there. Withdrawals are paused for 48 hours. If this wasn’t you, reset your password, then disconnect this wallet.',
    },
    ko: {
      title: '다른 지갑이 연결됐어요',
      content:
        '앞으로 보상은 이 지갑으로 지급돼요. 48시간 동안 출금이 일시 중단돼요. 직접 하지 않았다면 비밀번호를 재설정한 뒤 이 지갑의 연결을 해제해 주세요.',
    },
  },
  HOLD_OPENED: {
    en: {
      title: 'Your payouts are on hold',
      content: 'A person will check, and you can tell us your side. You can keep playing.',
    },
    ko: {
      title: '지급이 보류됐어요',
      content: '담당자가 확인할 예정이에요. 눌러서 의견을 알려 주세요. 활동은 계속할 수 있어요.',
    },
  },
  HOLD_APPEALED: {
    en: { title: 'We have your appeal', content: 'A person reads it. You’ll get an answer.' },
    ko: { title: '이의 신청 접수', content: '담당자가 읽고 답변해 드릴게요.' },
  },
  HOLD_UPHELD: {
    en: {
      title: 'Your payouts stay on hold',
      content: 'We’ve decided about the hold. Tap to read why.',
    },
    ko: {
      title: '지급 보류가 유지돼요',
      content: '보류에 대한 결정이 나왔어요. 눌러서 이유를 확인해 주세요.',
    },
  },
  HOLD_RELEASED: {
    en: { title: 'The hold has ended', content: 'You can receive your rewards again.' },
    ko: { title: '지급 보류 해제', content: '이제 보상을 다시 받을 수 있어요.' },
  },
  HOLD_LAPSED: {
    en: {
      title: 'The hold has ended',
      content: 'Its time is up, so you can receive your rewards again.',
    },
    ko: {
      title: '지급 보류 종료',
      content: '보류 기간이 끝나 이제 보상을 다시 받을 수 있어요.',
    },
  },
  INVITE_QUALIFIED: {
    en: {
      title: 'Your friend qualified',
      content: 'You’ve earned a reward. Tap to see when you can claim it.',
    },
    ko: { title: '친구 초대 보상', content: '언제 받을 수 있는지 눌러서 확인해 주세요.' },
  },
  INVITE_CLAIMABLE: {
    en: { title: 'Your invite reward is ready', content: 'Tap to claim it.' },
    ko: { title: '초대 보상을 받을 수 있어요', content: '눌러서 보상을 받아 보세요.' },
  },
  WITHDRAWAL_FAILED: {
    en: {
      title: 'Withdrawal failed',
      content: 'We couldn’t complete it. The full amount is back in your balance.',
    },
    ko: {
      title: '출금 실패',
      content: '출금하지 못했어요. 금액은 모두 잔액으로 돌아왔어요.',
    },
  },
  FUNDS_RECEIVED: {
    en: { title: 'Funds received', content: 'New funds have arrived in your wallet.' },
    ko: { title: '입금 완료', content: '내 지갑에 새로운 자산이 들어왔어요.' },
  },
  RECAP_READY: {
    en: { title: 'Your season recap is ready', content: 'See how your season went.' },
    ko: { title: '시즌 리캡이 준비됐어요', content: '이번 시즌을 돌아보세요.' },
  },
  LEAGUE_PROMOTED: {
    en: {
      title: 'You moved up a league',
      content: 'You were among the best of yours. Tap to see your result.',
    },
    ko: {
      title: '리그 승급',
      content: '한 단계 높은 리그로 올라갔어요. 눌러서 결과를 확인해 보세요.',
    },
  },
  LEAGUE_STAYED: {
    en: {
      title: 'Your league week has ended',
      content: 'You keep your league. Tap to see your result.',
    },
    ko: { title: '리그 한 주 종료', content: '리그를 지켰어요. 눌러서 결과를 확인해 보세요.' },
  },
  LEAGUE_RELEGATED: {
    en: {
      title: 'You moved down a league',
      content: 'Each league week is a new chance. Tap to see your result.',
    },
    ko: {
      title: '리그 이동',
      content: '한 단계 아래 리그로 옮겼어요. 눌러서 결과를 확인해 보세요.',
    },
  },
  SEASON_PAUSED: {
    en: { title: 'Earning is paused', content: 'We’re fixing something. Your XP is safe.' },
    ko: { title: '적립 일시 중단', content: '문제를 해결하고 있어요. 모은 XP는 그대로예요.' },
  },
  SEASON_RESUMED: {
    en: { title: 'Earning is back', content: 'Missions, spins and the shop are open again.' },
    ko: { title: '적립 재개', content: '미션, 룰렛, 상점을 다시 이용할 수 있어요.' },
  },
  DAY_EXCUSED: {
    en: {
      title: 'A weather day for you',
      content: 'We were down for part of the day, so it counts for your round and your chain.',
    },
    ko: {
      title: '출석으로 인정된 날이 있어요',
      content: '서비스가 멈췄던 날이라 라운드와 연속 출석에 그대로 반영했어요.',
    },
  },
  NOTICE: {
    en: { title: 'New announcement', content: 'Tap to read it.' },
    ko: { title: '새 공지', content: '눌러서 확인해 주세요.' },
  },
  TEST: {
    en: { title: 'Test notification', content: 'Notifications work on this device.' },
    ko: { title: '테스트 알림', content: '이 기기에서 알림을 받을 수 있어요.' },
  },
}

const GENERIC_TEXTS: Record<Language, AlertText> = {
  en: { title: 'Solstice', content: 'You have a new update.' },
  ko: { title: 'Solstice', content: '새로운 소식이 있어요.' },
}

/** Symbols have no Korean particle, because it would depend on their pronunciation. */
const DEPOSIT_TEXTS: Record<Language, (deposit: Deposit) => string> = {
  en: ({ amount, symbol, network, more }) =>
    `${amount} ${symbol} arrived in your wallet on ${network}${more > 0 ? `, plus ${more} more ${more === 1 ? 'deposit' : 'deposits'}` : ''}.`,
  ko: ({ amount, symbol, network, more }) =>
    `${amount} ${symbol}${more > 0 ? ` 외 ${more}건의` : ''} 입금이 확인됐어요. 네트워크: ${network}`,
}

const READY_TEXTS: Record<Language, (reward: ReadyReward) => string> = {
  en: ({ amount, symbol }) => `${amount} ${symbol} ready. Tap once to claim it; there’s no fee.`,
  ko: ({ amount, symbol }) => `${amount} ${symbol} 보상이 준비됐어요. 수수료 없이 받아 가세요.`,
}

/** Falls back to a general text for codes that this build does not know. */
export function alertText(
  code: string,
  language: Language,
  { deposit, reward }: { deposit?: Deposit | undefined; reward?: ReadyReward | undefined } = {},
): AlertText {
  const known = Object.hasOwn(ALERT_TEXTS, code)
  // The check above proves that it is a key.
  const text = (known ? ALERT_TEXTS[code as PushCode] : GENERIC_TEXTS)[language]
  if (code === 'FUNDS_RECEIVED' && deposit) {
    return { ...text, content: DEPOSIT_TEXTS[language](deposit) }
  }
  if (code === 'REWARD_READY' && reward) {
    return { ...text, content: READY_TEXTS[language](reward) }
  }
  return text
}

/**
 * Returns the same text with the wallet and the end of the pause, for the member's own list of
 * alerts.
 */
export function changedWalletText(
  facts: { address: string; time: string; supportEmail: string },
  language: Language,
): AlertText {
  const { title } = ALERT_TEXTS.WALLET_CHANGED[language]
  const address = `${facts.address.slice(0, 6)}…${facts.address.slice(-4)}`
  const { time, supportEmail } = facts
  const content = {
    en: `Wallet ${address} was connected. Rewards will go there. Withdrawals are paused until ${time}. If this wasn’t you: 1. Reset your password. 2. Disconnect this wallet. 3. Email ${supportEmail}.`,
    ko: `다른 지갑(${address})이 연결됐어요. 앞으로 보상은 이 지갑으로 지급돼요. ${time}까지 출금이 일시 중단돼요. 직접 하지 않았다면 1. 비밀번호를 재설정하고 2. 이 지갑의 연결을 해제한 뒤 3. ${supportEmail} 주소로 알려 주세요.`,
  }[language]
  return { title, content }
}
