import { describe, expect, test } from 'vitest'
import { PAUSING_EVENTS, SECURITY_EVENTS } from '@solstice/rules/account'
import { LANGUAGES } from '@solstice/contract/messages'
import { securityMail } from '#/modules/security/security.mail.ts'
import { codeMail } from '#/modules/verification/verification.mail.ts'
import { mailHtml, mailText } from './mail-layout.ts'

const TO = 'mina@harbor.example'
const createdAt = new Date('2026-06-23T08:05:00.000Z')
const link = 'https://app.example.com/security-alert#1.abc'
const event = {
  device: null,
  address: null,
  createdAt,
  link,
  timeZone: undefined,
  supportEmail: 'help@example.com',
}
const mails = LANGUAGES.flatMap((language) => [
  { name: 'code', language, mail: codeMail(TO, '402917', language) },
  ...SECURITY_EVENTS.map((kind) => ({
    name: kind,
    language,
    mail: securityMail(TO, { ...event, kind, device: 'Safari · iOS' }, language),
  })),
])

/** Returns the visible text of a page, line by line. */
function readable(html: string): string {
  return html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&#(\d+);/g, (_sign, code: string) => String.fromCharCode(Number(code)))
}

describe.each(mails)('the mail about $name in $language', ({ name, language, mail }) => {
  test('has the same content in HTML and in text', () => {
    const lines = mail.text.split('\n').filter((line) => line !== '')
    // The text has the code in a sentence, the page shows it alone; a label is above its value.
    const parts = lines.slice(name === 'code' ? 1 : 0).flatMap((line) => line.split(/(?<=^\S+): /))

    const seen = readable(mail.html)

    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) expect(seen).toContain(part)
    if (mail.code !== undefined) {
      expect(lines[0]).toContain(mail.code)
      expect(mail.html).toContain(`>${mail.code}</p>`)
    }
  })

  test('is in its language, loads and runs nothing, and links only to its own page', () => {
    expect(mail.html).toContain(`<html lang="${language}">`)
    expect(/[가-힣]/.test(mail.html)).toBe(language === 'ko')
    const hrefs = Array.from(mail.html.matchAll(/href="([^"]*)"/g), ([, href]) => href)
    expect(hrefs).toEqual(name === 'code' ? [] : ['https://app.example.com/security-alert#1.abc'])
    expect(mail.html.replaceAll(link, '')).not.toMatch(
      /<(script|img|link|iframe|object|form)\b|url\(|https?:|\bon\w+=/i,
    )
  })
})

test('escapes everything that is inserted into a mail', () => {
  const attack = `<img src=x onerror="alert('1')">&amp;`
  const content = {
    language: 'en',
    preheader: attack,
    heading: attack,
    paragraphs: [attack],
    code: attack,
    facts: [[attack, attack]],
    link: { label: attack, href: attack },
  } as const

  const html = mailHtml(content)

  expect(html).not.toContain('<img')
  expect(html).not.toContain('&amp;')
  expect(html.split('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;')).toHaveLength(11)
  expect(mailText(content)).toContain(attack)
})

test('shows an instant with its time zone', () => {
  const textIn = (language: 'en' | 'ko') =>
    securityMail(TO, { ...event, kind: 'PIN_LOCKED' }, language).text

  expect(textIn('en')).toContain('When: 23 June 2026 at 08:05 UTC')
  expect(textIn('ko')).toContain('일시: 2026년 6월 23일 08:05 UTC')
  expect(textIn('en')).not.toContain('Device')
})

test('also shows an instant in the member’s time zone if it is known', () => {
  const own = { ...event, kind: 'PIN_LOCKED', timeZone: 'Asia/Seoul' } as const

  expect(securityMail(TO, own, 'en').text).toContain(
    'Your time: 23 June 2026 at 17:05 (Asia/Seoul)',
  )
})

test.each(SECURITY_EVENTS)(
  'describes %s, its effect, and what to do if it was someone else',
  (kind) => {
    const { text } = securityMail(TO, { ...event, kind, device: 'Safari · iOS' }, 'en')

    const order = [
      'Device: Safari · iOS',
      'When: ',
      ...(PAUSING_EVENTS.some((pausing) => pausing === kind) ? ['paused for 48 hours'] : []),
      'If this was you, you don’t need to do anything.',
      'If it wasn’t:',
      '1. Open the page below.',
      '2. Reset your password.',
      'Email us at help@example.com.',
      link,
      'recovery phrase',
    ].map((part) => text.indexOf(part))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  },
)

test('shows the address of a different wallet and how to disconnect it', () => {
  const address = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'

  const { text } = securityMail(TO, { ...event, kind: 'WALLET_CHANGED', address }, 'en')

  expect(text).toContain(`Wallet: ${address}`)
  expect(text).toContain('Rewards will go to this wallet from now on.')
  expect(text).toContain('3. Disconnect this wallet in Wallet management.')
})
