import type { Language } from '@solstice/contract/messages'
import type { SecurityEvent } from '@solstice/rules/account'
import type { Mail } from '#/platform/process/context.ts'
import { instantIn } from '#/platform/process/instant-text.ts'
import { mailHtml, mailText, type MailContent } from '#/platform/process/mail-layout.ts'

/** `event` is also the preview in an inbox; `effects` follow after the time and the device. */
type Sentences = {
  subject: string
  heading: string
  event: string
  effects?: readonly string[]
}

const PAUSED = {
  en: 'To keep your rewards safe, withdrawals and rewards are paused for 48 hours.',
  ko: '보상을 안전하게 지키기 위해 48시간 동안 출금과 지급이 일시 중단돼요.',
}

const SENTENCES: Record<SecurityEvent, Record<Language, Sentences>> = {
  PASSWORD_RESET: {
    en: {
      subject: 'Your Solstice password was reset',
      heading: 'Your password was reset',
      event:
        'Your password was reset using a code sent to this email address. You were logged out on all devices.',
      effects: [PAUSED.en],
    },
    ko: {
      subject: 'Solstice 비밀번호가 재설정됐어요',
      heading: '비밀번호가 재설정됐어요',
      event:
        '이 이메일 주소로 보낸 인증 코드로 비밀번호가 재설정됐어요. 모든 기기에서 로그아웃됐어요.',
      effects: [PAUSED.ko],
    },
  },
  PASSWORD_CHANGED: {
    en: {
      subject: 'Your Solstice password was changed',
      heading: 'Your password was changed',
      event: 'Your password was changed, and your other devices were logged out.',
    },
    ko: {
      subject: 'Solstice 비밀번호가 변경됐어요',
      heading: '비밀번호가 변경됐어요',
      event: '비밀번호가 변경됐고, 다른 기기에서는 로그아웃됐어요.',
    },
  },
  PIN_SET: {
    en: {
      subject: 'A PIN was set for your Solstice account',
      heading: 'A PIN was set',
      event: 'The first PIN was set for your account.',
      effects: [PAUSED.en],
    },
    ko: {
      subject: 'Solstice 계정에 PIN이 설정됐어요',
      heading: 'PIN이 설정됐어요',
      event: '계정에 첫 PIN이 설정됐어요.',
      effects: [PAUSED.ko],
    },
  },
  PIN_CHANGED: {
    en: {
      subject: 'Your Solstice PIN was changed',
      heading: 'Your PIN was changed',
      event: 'Your PIN was changed, and your other devices were logged out.',
    },
    ko: {
      subject: 'Solstice PIN이 변경됐어요',
      heading: 'PIN이 변경됐어요',
      event: 'PIN이 변경됐고, 다른 기기에서는 로그아웃됐어요.',
    },
  },
  PIN_REPLACED: {
    en: {
      subject: 'A new Solstice PIN was set',
      heading: 'A new PIN was set',
      event: 'A new PIN was set without entering the old one. Your other devices were logged out.',
      effects: [PAUSED.en],
    },
    ko: {
      subject: 'Solstice PIN이 새로 설정됐어요',
      heading: 'PIN이 새로 설정됐어요',
      event: '이전 PIN을 입력하지 않고 새 PIN이 설정됐어요. 다른 기기에서는 로그아웃됐어요.',
      effects: [PAUSED.ko],
    },
  },
  PIN_LOCKED: {
    en: {
      subject: 'Your Solstice PIN was locked',
      heading: 'Your PIN was locked',
      event:
        'The wrong PIN was entered five times. Log in with your email and password to set a new one.',
    },
    ko: {
      subject: 'Solstice PIN이 잠겼어요',
      heading: 'PIN이 잠겼어요',
      event:
        'PIN이 다섯 번 잘못 입력되어 잠겼어요. 이메일과 비밀번호로 로그인하면 새 PIN을 설정할 수 있어요.',
    },
  },
  WALLET_REGISTERED: {
    en: {
      subject: 'A wallet was connected to your Solstice account',
      heading: 'A wallet was connected',
      event: 'The first wallet was connected to your account.',
      effects: [PAUSED.en],
    },
    ko: {
      subject: 'Solstice 계정에 지갑이 연결됐어요',
      heading: '지갑이 연결됐어요',
      event: '계정에 첫 지갑이 연결됐어요.',
      effects: [PAUSED.ko],
    },
  },
  WALLET_CHANGED: {
    en: {
      subject: 'A different wallet was connected to your Solstice account',
      heading: 'A different wallet was connected',
      event: 'A different wallet was connected to your account.',
      effects: ['Rewards will go to this wallet from now on.', PAUSED.en],
    },
    ko: {
      subject: 'Solstice 계정에 다른 지갑이 연결됐어요',
      heading: '다른 지갑이 연결됐어요',
      event: '계정에 다른 지갑이 연결됐어요.',
      effects: ['앞으로 보상은 이 지갑으로 지급돼요.', PAUSED.ko],
    },
  },
  NEW_DEVICE: {
    en: {
      subject: 'New sign-in to Solstice',
      heading: 'New sign-in',
      event: 'There was a new sign-in to your account from an unfamiliar device.',
    },
    ko: {
      subject: '새로운 기기에서 Solstice에 로그인했어요',
      heading: '새로운 기기에서 로그인했어요',
      event: '새로운 기기에서 회원님의 계정에 로그인했어요.',
    },
  },
  DATA_EXPORTED: {
    en: {
      subject: 'Your Solstice data was downloaded',
      heading: 'Your data was downloaded',
      event: 'A file with all your data was prepared for download, with your PIN.',
    },
    ko: {
      subject: 'Solstice 데이터를 내려받았어요',
      heading: '데이터를 내려받았어요',
      event: 'PIN을 입력해 회원님의 모든 데이터가 담긴 파일을 내려받았어요.',
    },
  },
}

const WAS_YOU = {
  en: 'If this was you, you don’t need to do anything.',
  ko: '직접 했다면 따로 할 일은 없어요.',
}

const WAS_NOT_YOU = { en: 'If it wasn’t:', ko: '직접 하지 않았다면:' }

/**
 * Lists the steps in the order in which they help. Freezing comes first, because it cannot be
 * undone without a code.
 */
function stepsOf(kind: SecurityEvent, language: Language, supportEmail: string): string[] {
  const isWallet = kind === 'WALLET_CHANGED' || kind === 'WALLET_REGISTERED'
  const steps =
    language === 'ko'
      ? [
          '아래 페이지를 열어 주세요. 지급을 동결하고 모든 기기에서 로그아웃해요.',
          '비밀번호를 재설정해 주세요.',
          ...(isWallet ? ['지갑 관리에서 이 지갑의 연결을 해제해 주세요.'] : []),
          `고객센터에 알려 주세요: ${supportEmail}`,
        ]
      : [
          'Open the page below. It freezes your payouts and logs out every device.',
          'Reset your password.',
          ...(isWallet ? ['Disconnect this wallet in Wallet management.'] : []),
          `Email us at ${supportEmail}.`,
        ]
  return steps.map((step, at) => `${at + 1}. ${step}`)
}

const LINK_LABEL = { en: 'This wasn’t me', ko: '제가 한 게 아니에요' }

const LABELS = {
  en: { when: 'When', ownTime: 'Your time', device: 'Device', wallet: 'Wallet' },
  ko: { when: '일시', ownTime: '현지 시각', device: '기기', wallet: '지갑' },
}

/**
 * The event of a mail, with the link to the page on which the member reports it as not their own.
 */
type MailedEvent = {
  kind: SecurityEvent
  device: string | null
  /** The address of the connected wallet. */
  address: string | null
  createdAt: Date
  link: string
  /** The member's time zone, if a device has reported it. */
  timeZone: string | undefined
  supportEmail: string
}

export function securityMail(to: string, event: MailedEvent, language: Language): Mail {
  const sentences = SENTENCES[event.kind][language]
  const content: MailContent = {
    language,
    preheader: sentences.event,
    heading: sentences.heading,
    paragraphs: [sentences.event],
    facts: factsOf(event, language),
    afterFacts: [
      ...(sentences.effects ?? []),
      WAS_YOU[language],
      WAS_NOT_YOU[language],
      ...stepsOf(event.kind, language, event.supportEmail),
    ],
    link: { label: LINK_LABEL[language], href: event.link },
  }
  return { to, subject: sentences.subject, text: mailText(content), html: mailHtml(content) }
}

function factsOf(
  { device, address, createdAt, timeZone }: MailedEvent,
  language: Language,
): (readonly [string, string])[] {
  const label = LABELS[language]
  const facts: (readonly [string, string])[] = []
  if (address !== null) facts.push([label.wallet, address])
  if (device !== null) facts.push([label.device, device])
  facts.push([label.when, `${instantIn('UTC', language).format(createdAt)} UTC`])
  if (timeZone !== undefined) {
    const own = instantIn(timeZone, language).format(createdAt)
    facts.push([label.ownTime, `${own} (${timeZone})`])
  }
  return facts
}
