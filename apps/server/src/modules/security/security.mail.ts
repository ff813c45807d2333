import type { Language } from '@solstice/contract/messages'
import type { SecurityEvent } from '@solstice/rules/account'
import type { Mail } from '#/platform/context.ts'
import { mailHtml, mailText, type MailContent } from '#/platform/mail-layout.ts'

/** The first paragraph is also what an inbox shows. */
type Sentences = { subject: string; heading: string; paragraphs: [string, ...string[]] }

const PAUSED = {
  en: 'To keep your rewards safe, payouts are paused for 48 hours.',
  ko: '보상을 안전하게 지키기 위해 48시간 동안 지급을 멈춰요.',
}

const SENTENCES: Record<SecurityEvent, Record<Language, Sentences>> = {
  PASSWORD_RESET: {
    en: {
      subject: 'Your Solstice password was reset',
      heading: 'Your password was reset',
      paragraphs: [
        'Your password was reset with a code from this mailbox, and every device was signed out.',
        PAUSED.en,
      ],
    },
    ko: {
      subject: 'Solstice 비밀번호가 재설정됐어요',
      heading: '비밀번호가 재설정됐어요',
      paragraphs: [
        '이 메일로 받은 코드로 비밀번호를 재설정했고, 모든 기기에서 로그아웃됐어요.',
        PAUSED.ko,
      ],
    },
  },
  PASSWORD_CHANGED: {
    en: {
      subject: 'Your Solstice password was changed',
      heading: 'Your password was changed',
      paragraphs: ['Your password was changed, and your other devices were signed out.'],
    },
    ko: {
      subject: 'Solstice 비밀번호가 변경됐어요',
      heading: '비밀번호가 변경됐어요',
      paragraphs: ['비밀번호가 변경됐고, 다른 기기에서는 로그아웃됐어요.'],
    },
  },
  PIN_SET: {
    en: {
      subject: 'A PIN was set for your Solstice account',
      heading: 'A PIN was set',
      paragraphs: ['The first PIN was set for your account.', PAUSED.en],
    },
    ko: {
      subject: 'Solstice 계정에 PIN이 설정됐어요',
      heading: 'PIN이 설정됐어요',
      paragraphs: ['계정에 첫 PIN이 설정됐어요.', PAUSED.ko],
    },
  },
  PIN_CHANGED: {
    en: {
      subject: 'Your Solstice PIN was changed',
      heading: 'Your PIN was changed',
      paragraphs: ['Your PIN was changed, and your other devices were signed out.'],
    },
    ko: {
      subject: 'Solstice PIN이 변경됐어요',
      heading: 'PIN이 변경됐어요',
      paragraphs: ['PIN이 변경됐고, 다른 기기에서는 로그아웃됐어요.'],
    },
  },
  PIN_REPLACED: {
    en: {
      subject: 'A new Solstice PIN was set',
      heading: 'A new PIN was set',
      paragraphs: [
        'A new PIN was set without the previous one, and your other devices were signed out.',
        PAUSED.en,
      ],
    },
    ko: {
      subject: 'Solstice PIN이 새로 설정됐어요',
      heading: 'PIN이 새로 설정됐어요',
      paragraphs: ['이전 PIN 없이 새 PIN을 설정했고, 다른 기기에서는 로그아웃됐어요.', PAUSED.ko],
    },
  },
  PIN_LOCKED: {
    en: {
      subject: 'Your Solstice PIN was locked',
      heading: 'Your PIN was locked',
      paragraphs: [
        'Somebody entered a wrong PIN five times. Log in with your email and password to set a new PIN.',
      ],
    },
    ko: {
      subject: 'Solstice PIN이 잠겼어요',
      heading: 'PIN이 잠겼어요',
      paragraphs: [
        'PIN을 다섯 번 잘못 입력했어요. 이메일과 비밀번호로 로그인하면 새 PIN을 설정할 수 있어요.',
      ],
    },
  },
  WALLET_REGISTERED: {
    en: {
      subject: 'A wallet was connected to your Solstice account',
      heading: 'A wallet was connected',
      paragraphs: ['The first wallet was connected to your account.', PAUSED.en],
    },
    ko: {
      subject: 'Solstice 계정에 지갑이 연결됐어요',
      heading: '지갑이 연결됐어요',
      paragraphs: ['계정에 첫 지갑이 연결됐어요.', PAUSED.ko],
    },
  },
  WALLET_CHANGED: {
    en: {
      subject: 'Your Solstice wallet was changed',
      heading: 'Your wallet was changed',
      paragraphs: ['Another wallet was connected to your account.', PAUSED.en],
    },
    ko: {
      subject: 'Solstice 지갑이 변경됐어요',
      heading: '지갑이 변경됐어요',
      paragraphs: ['계정에 다른 지갑이 연결됐어요.', PAUSED.ko],
    },
  },
  NEW_DEVICE: {
    en: {
      subject: 'New sign-in to Solstice',
      heading: 'New sign-in',
      paragraphs: ['Your account was signed in to on a new device.'],
    },
    ko: {
      subject: '새로운 기기에서 Solstice에 로그인했어요',
      heading: '새로운 기기에서 로그인했어요',
      paragraphs: ['새로운 기기에서 회원님의 계정에 로그인했어요.'],
    },
  },
}

const CLOSING = {
  en: "If this wasn't you, open the page below. It freezes your payouts and signs out every device.",
  ko: '직접 하지 않았다면 아래 페이지를 열어 주세요. 지급을 동결하고 모든 기기에서 로그아웃해요.',
}

const LINK_LABEL = { en: "This wasn't me", ko: '제가 한 게 아니에요' }

const LABELS = {
  en: { when: 'When', device: 'Device' },
  ko: { when: '일시', device: '기기' },
}

/** With the link to the page on which the member reports that it was somebody else. */
type ToldEvent = { kind: SecurityEvent; device: string | null; createdAt: Date; link: string }

export function securityMail(to: string, event: ToldEvent, language: Language): Mail {
  const { subject, heading, paragraphs } = SENTENCES[event.kind][language]
  const content: MailContent = {
    language,
    preheader: paragraphs[0],
    heading,
    paragraphs: [...paragraphs, CLOSING[language]],
    facts: factsOf(event, language),
    link: { label: LINK_LABEL[language], href: event.link },
  }
  return { to, subject, text: mailText(content), html: mailHtml(content) }
}

function factsOf({ device, createdAt }: ToldEvent, language: Language) {
  const label = LABELS[language]
  const when = [label.when, `${INSTANT[language].format(createdAt)} UTC`] as const
  return device === null ? [when] : [[label.device, device] as const, when]
}

/** Nobody told the server where the member is, so the zone is said. */
const inUtc = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
const INSTANT: Record<Language, Intl.DateTimeFormat> = { en: inUtc('en-GB'), ko: inUtc('ko-KR') }
