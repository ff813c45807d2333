import type { PushCode } from '@solstice/rules/alert'
import type { Language } from './messages.ts'

export type AlertText = { title: string; content: string }

/**
 * What a code says, in the list of alerts and in a notification. The server and the service worker
 * read it; the app's own files do not, so that the worker stays one file.
 */
const ALERT_TEXTS: Record<PushCode, Record<Language, AlertText>> = {
  PURCHASE_SUCCESS: {
    en: { title: 'Purchase complete', content: 'Your purchase went through.' },
    ko: { title: '구매 완료', content: '구매가 완료됐어요.' },
  },
  PURCHASE_FAIL: {
    en: { title: 'Purchase failed', content: 'Your purchase did not go through. Tap for details.' },
    ko: { title: '구매 실패', content: '구매가 완료되지 않았어요. 눌러서 확인해 주세요.' },
  },
  REFUND_SUBMIT: {
    en: { title: 'Refund requested', content: 'We received your refund request.' },
    ko: { title: '환불 접수', content: '환불 요청을 접수했어요.' },
  },
  REFUND_COMPLETE: {
    en: { title: 'Refund complete', content: 'Your refund has been paid out.' },
    ko: { title: '환불 완료', content: '환불이 완료됐어요.' },
  },
  REFUND_REJECTED: {
    en: { title: 'Refund declined', content: 'Your request was declined. Tap to see why.' },
    ko: { title: '환불 거절', content: '환불 요청이 거절됐어요. 눌러서 이유를 확인해 주세요.' },
  },
  PURCHASE: {
    en: { title: 'Something new in the shop', content: 'A purchase mission is open for you.' },
    ko: { title: '상점 소식', content: '참여할 수 있는 구매 미션이 있어요.' },
  },
  TICKET: {
    en: { title: 'Your tickets are ready', content: "Today's tickets wait to be collected." },
    ko: { title: '티켓 도착', content: '오늘의 티켓을 받아 가세요.' },
  },
  CHECK_IN: {
    en: { title: 'Check in today', content: "You can still collect today's XP." },
    ko: { title: '출석 체크', content: '오늘의 XP를 아직 받을 수 있어요.' },
  },
  RANDOM_XP: {
    en: { title: 'A spin is waiting', content: 'Spin the wheel and win XP.' },
    ko: { title: 'XP 룰렛', content: '돌릴 수 있는 룰렛이 있어요.' },
  },
  SEASON_OPEN: {
    en: { title: 'A new season begins', content: 'The season is open. Start collecting XP.' },
    ko: { title: '새 시즌 시작', content: '시즌이 열렸어요. 지금 XP를 모아 보세요.' },
  },
  REWARD: {
    en: { title: 'Reward paid', content: 'Your reward is in your wallet.' },
    ko: { title: '보상 지급', content: '보상이 지갑에 들어왔어요.' },
  },
  REWARD_WAITING: {
    en: {
      title: 'A reward is waiting for you',
      content: 'Create a wallet and your round reward is paid out to it.',
    },
    ko: { title: '보상 대기 중', content: '지갑을 만들면 라운드 보상을 지급해 드려요.' },
  },
  MAINTENANCE_START: {
    en: { title: 'Maintenance has begun', content: 'Solstice is being serviced. Tap for details.' },
    ko: { title: '점검 시작', content: 'Solstice를 점검하고 있어요. 눌러서 확인해 주세요.' },
  },
  MAINTENANCE_END: {
    en: { title: 'We are back', content: 'The maintenance is over.' },
    ko: { title: '점검 완료', content: '점검이 끝났어요. 다시 이용할 수 있어요.' },
  },
  PASSWORD_CHANGED: {
    en: {
      title: 'Your password was changed',
      content: 'If that was not you, reset your password now.',
    },
    ko: {
      title: '비밀번호 변경',
      content: '직접 변경하지 않았다면 지금 비밀번호를 재설정해 주세요.',
    },
  },
  PIN_RESET: {
    en: { title: 'Your PIN', content: 'Your PIN was locked or replaced. Check your account.' },
    ko: { title: 'PIN 안내', content: 'PIN이 잠기거나 바뀌었어요. 계정을 확인해 주세요.' },
  },
  NEW_DEVICE: {
    en: {
      title: 'New device',
      content: 'Somebody signed in on a new device. If that was not you, change your password.',
    },
    ko: {
      title: '새 기기 로그인',
      content: '새 기기에서 로그인했어요. 본인이 아니라면 비밀번호를 변경해 주세요.',
    },
  },
  WALLET_CHANGED: {
    en: {
      title: 'Another wallet is connected',
      content: 'Withdrawals rest for 48 hours. If that was not you, change your password now.',
    },
    ko: {
      title: '지갑 변경',
      content: '48시간 동안 출금할 수 없어요. 본인이 아니라면 지금 비밀번호를 변경해 주세요.',
    },
  },
  INVITE_QUALIFIED: {
    en: { title: 'A friend brought you a reward', content: 'Tap to see when you can claim it.' },
    ko: { title: '친구 초대 보상', content: '언제 받을 수 있는지 눌러서 확인해 주세요.' },
  },
  INVITE_CLAIMABLE: {
    en: { title: 'Your reward is ready', content: 'Claim what your friends have brought you.' },
    ko: { title: '초대 보상 도착', content: '친구가 가져온 보상을 받아 가세요.' },
  },
  WITHDRAWAL_FAILED: {
    en: {
      title: 'Withdrawal returned',
      content: 'It could not be paid out. The amount is back in your balance.',
    },
    ko: {
      title: '출금 취소',
      content: '출금하지 못했어요. 금액은 잔액으로 돌아왔어요.',
    },
  },
  NOTICE: {
    en: { title: 'A new notice', content: 'Tap to read it.' },
    ko: { title: '새 공지', content: '눌러서 확인해 주세요.' },
  },
  TEST: {
    en: { title: 'Test notification', content: 'Notifications work on this device.' },
    ko: { title: '테스트 알림', content: '이 기기에서 알림을 받을 수 있어요.' },
  },
}

const SOMETHING: Record<Language, AlertText> = {
  en: { title: 'Solstice', content: 'There is something new for you.' },
  ko: { title: 'Solstice', content: '새로운 소식이 있어요.' },
}

/** Also for a code that is newer than who reads it. */
export function alertText(code: string, language: Language): AlertText {
  const known = Object.hasOwn(ALERT_TEXTS, code)
  // Just looked up as a key of it.
  return (known ? ALERT_TEXTS[code as PushCode] : SOMETHING)[language]
}
