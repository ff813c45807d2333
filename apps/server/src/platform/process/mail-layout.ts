import type { Language } from '@solstice/contract/messages'
import { escapeHtml } from './html.ts'

export type MailContent = {
  language: Language
  /** The text that an inbox shows beside the subject. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** Shown large; the text part has it in its own sentence. */
  code?: string
  /** Time and device as labels with values. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** The consequences and the recommended actions. */
  afterFacts?: readonly string[]
  /** A page of our own on which the member can act. */
  link?: { label: string; href: string }
}

const FOOTER: Record<Language, string> = {
  en: 'We’ll never ask for your password, PIN, verification code or recovery phrase by email.',
  ko: 'Solstice는 이메일로 비밀번호, PIN, 인증 코드, 복구 문구를 절대 묻지 않아요.',
}

export function mailText(content: MailContent): string {
  const { language, paragraphs, facts = [], afterFacts = [], link } = content
  const lines = facts.map(([label, value]) => `${label}: ${value}`)
  const page = link ? `${link.label}\n${link.href}` : ''
  const blocks = [...paragraphs, lines.join('\n'), ...afterFacts, page, FOOTER[language]]
  return blocks.filter((block) => block !== '').join('\n\n')
}

/**
 * The app's dark palette in opaque colours, because mail clients support neither variables nor
 * transparency.
 */
const GROUND = '#0b0a1a'
const RAISED = '#151328'
const SHEET = '#1b1832'
const LINE = '#2c2a41'
const TEXT = '#f6f4ff'
const SOFT = '#c0bbd8'
const FAINT = '#9a95b8'
const AMBER = '#ffc06e'
const ROSE = '#ff8799'

const FONTS: Record<Language, string> = {
  en: "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  ko: "Pretendard,-apple-system,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR','Noto Sans CJK KR',sans-serif",
}

const bar = (widthPx: number, topPx: number): string =>
  `<div style="width:${widthPx}px;height:2px;margin:${topPx}px auto 0;border-radius:1px;background-color:${TEXT}"></div>`

/**
 * Draws the sun over its horizon with block elements, because mail clients block images. Outlook
 * with the Word engine cannot draw a circle and gets none.
 */
const SUN =
  '<!--[if !mso]><!--><div aria-hidden="true">' +
  `<div style="width:32px;height:16px;margin:0 auto;border-radius:16px 16px 0 0;background-color:${AMBER};background-image:linear-gradient(160deg,${AMBER},${ROSE});box-shadow:0 -4px 28px rgba(255,135,153,.5)"></div>` +
  bar(64, 3) +
  bar(30, 5) +
  bar(14, 5) +
  '</div><!--<![endif]-->'

/** Fills the preview line of the inbox, so that it does not continue with the wordmark. */
const PREHEADER_PADDING = '&#8199;&#847;'.repeat(80)

/**
 * Renders the mail. Every text colour is set together with its background in one style, so that a
 * client keeps both and the mail is readable in light and dark mode.
 */
export function mailHtml(content: MailContent): string {
  const { language, preheader, heading, paragraphs, code, facts = [], link } = content
  const { afterFacts = [] } = content
  const font = `font-family:${FONTS[language]}`
  const inside = [
    `<h1 style="margin:0;color:${TEXT};font-size:22px;line-height:30px;font-weight:600;letter-spacing:-.015em">${escapeHtml(heading)}</h1>`,
    code === undefined ? '' : codeBox(code),
    ...paragraphs.map(paragraph),
    facts.length === 0 ? '' : factList(facts),
    ...afterFacts.map(paragraph),
    link ? linkButton(link) : '',
  ]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background-color:${GROUND}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;color:${GROUND};background-color:${GROUND};font-size:1px;line-height:1px">${escapeHtml(preheader)}${PREHEADER_PADDING}</div>
<div lang="${language}" style="padding:40px 16px;background-color:${GROUND};color:${TEXT};${font};word-break:keep-all;overflow-wrap:break-word;-webkit-text-size-adjust:100%">
<div style="max-width:480px;margin:0 auto">
${SUN}
<p style="margin:14px 0 28px;color:${TEXT};font-family:${FONTS.en};font-size:24px;line-height:28px;font-weight:400;letter-spacing:.04em;text-align:center">solstice</p>
<div style="padding:28px 24px;border:1px solid ${LINE};border-radius:20px;background-color:${RAISED};color:${TEXT}">
${inside.filter((block) => block !== '').join('\n')}
</div>
<p style="margin:24px 8px 0;color:${FAINT};font-size:13px;line-height:20px;text-align:center">${escapeHtml(FOOTER[language])}</p>
</div>
</div>
</body>
</html>
`
}

function paragraph(text: string): string {
  return `<p style="margin:14px 0 0;color:${SOFT};font-size:16px;line-height:25px">${escapeHtml(text)}</p>`
}

/**
 * Letter spacing also follows the last character, so the same padding precedes the first. One tap
 * selects the whole code.
 */
function codeBox(code: string): string {
  return `<p style="margin:20px 0 22px;padding:20px 0 20px .2em;border:1px solid ${LINE};border-radius:14px;background-color:${SHEET};color:${TEXT};font-size:40px;line-height:48px;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:.2em;text-align:center;-webkit-user-select:all;user-select:all">${escapeHtml(code)}</p>`
}

/** Shows the address too, so that a member sees where the button leads. */
function linkButton({ label, href }: NonNullable<MailContent['link']>): string {
  const to = escapeHtml(href)
  return `<p style="margin:20px 0 0"><a href="${to}" style="display:inline-block;padding:14px 22px;border-radius:14px;background-color:${AMBER};color:${GROUND};font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:10px 0 0;color:${FAINT};font-size:13px;line-height:20px;overflow-wrap:anywhere;word-break:break-all">${to}</p>`
}

function factList(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(
    ([label, value]) =>
      `<p style="margin:16px 0 0;color:${TEXT};font-size:16px;line-height:24px"><span style="color:${FAINT};font-size:13px;line-height:20px">${escapeHtml(label)}</span><br>${escapeHtml(value)}</p>`,
  )
  return `<div style="margin:24px 0 0;padding:4px 0 0;border-top:1px solid ${LINE}">\n${rows.join('\n')}\n</div>`
}
