import type { Language } from '@solstice/contract/messages'
import type { SecurityEvent } from '@solstice/rules/account'
import type { Mail } from '#/platform/context.ts'

type Sentences = { subject: string; text: string }

const PAUSED = {
  en: 'To keep your rewards safe, withdrawals are paused for 48 hours.',
  ko: '보상을 안전하게 지키기 위해 48시간 동안 출금할 수 없어요.',
}

const SENTENCES: Record<SecurityEvent, Record<Language, Sentences>> = {
  PASSWORD_RESET: {
    en: {
      subject: 'Your Solstice password was reset',
      text: `Your password was reset with a code from this mailbox, and every device was signed out.\n\n${PAUSED.en}`,
    },
    ko: {
      subject: 'Solstice 비밀번호가 재설정됐어요',
      text: `이 메일로 받은 코드로 비밀번호를 재설정했고, 모든 기기에서 로그아웃됐어요.\n\n${PAUSED.ko}`,
    },
  },
  PASSWORD_CHANGED: {
    en: {
      subject: 'Your Solstice password was changed',
      text: 'Your password was changed, and your other devices were signed out.',
    },
    ko: {
      subject: 'Solstice 비밀번호가 변경됐어요',
      text: '비밀번호가 변경됐고, 다른 기기에서는 로그아웃됐어요.',
    },
  },
  PIN_CHANGED: {
    en: {
      subject: 'Your Solstice PIN was changed',
      text: 'Your PIN was changed, and your other devices were signed out.',
    },
    ko: {
      subject: 'Solstice PIN이 변경됐어요',
      text: 'PIN이 변경됐고, 다른 기기에서는 로그아웃됐어요.',
    },
  },
  PIN_REPLACED: {
    en: {
      subject: 'A new Solstice PIN was set',
      text: `A new PIN was set without the previous one, and your other devices were signed out.\n\n${PAUSED.en}`,
    },
    ko: {
      subject: 'Solstice PIN이 새로 설정됐어요',
      text: `이전 PIN 없이 새 PIN을 설정했고, 다른 기기에서는 로그아웃됐어요.\n\n${PAUSED.ko}`,
    },
  },
  PIN_LOCKED: {
    en: {
      subject: 'Your Solstice PIN was locked',
      text: 'Somebody entered a wrong PIN five times. Log in with your email and password to set a new PIN.',
    },
    ko: {
      subject: 'Solstice PIN이 잠겼어요',
      text: 'PIN을 다섯 번 잘못 입력했어요. 이메일과 비밀번호로 로그인하면 새 PIN을 설정할 수 있어요.',
    },
  },
  WALLET_CHANGED: {
    en: {
      subject: 'Your Solstice wallet was changed',
      text: `Another wallet was connected to your account.\n\n${PAUSED.en}`,
    },
    ko: {
      subject: 'Solstice 지갑이 변경됐어요',
      text: `계정에 다른 지갑이 연결됐어요.\n\n${PAUSED.ko}`,
    },
  },
  NEW_DEVICE: {
    en: {
      subject: 'New sign-in to Solstice',
      text: 'Your account was signed in to on a new device: {device}.',
    },
    ko: {
      subject: '새로운 기기에서 Solstice에 로그인했어요',
      text: '새로운 기기에서 로그인했어요: {device}.',
    },
  },
}

const CLOSING = {
  en: 'If this was not you, reset your password now and contact support.',
  ko: '직접 하지 않았다면 지금 비밀번호를 재설정하고 고객센터로 문의해 주세요.',
}

export function securityMail(
  to: string,
  event: { kind: SecurityEvent; device: string | null; createdAt: Date },
  language: Language,
): Mail {
  const { subject, text } = SENTENCES[event.kind][language]
  const when = `${event.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const told = text.replace('{device}', event.device ?? '-')
  return { to, subject, text: `${told}\n\n${when}\n\n${CLOSING[language]}` }
}
