import type { PushCode } from '@solstice/rules/alert'
import type { Language } from './messages.ts'

export type AlertText = { title: string; content: string }

/**
 * What a code says, in the list of alerts and in a notification. The server and the service worker
 * read it; the app's own files do not, so that the worker stays one file.
 */
export const ALERT_TEXTS: Record<PushCode, Record<Language, AlertText>> = {
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
    en: { title: 'Reward paid', content: 'Your round reward is in your wallet.' },
    ko: { title: '보상 지급', content: '라운드 보상이 지갑에 들어왔어요.' },
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
