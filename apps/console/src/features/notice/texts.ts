import type { Language } from '@solstice/contract/messages'
import { NOTICE_CONTENT_MAX, NOTICE_TITLE_MAX } from './text-limits.ts'

type InBoth = Record<Language, string>

/** The texts of a notice while they are written. */
export type NoticeTexts = { title: InBoth; content: InBoth }

export const EMPTY_TEXTS: NoticeTexts = { title: { en: '', ko: '' }, content: { en: '', ko: '' } }

const MAX = { title: NOTICE_TITLE_MAX, content: NOTICE_CONTENT_MAX }
const LANGUAGES = ['en', 'ko'] as const

export type TextProblem = 'empty' | 'long'

export function problemOf(field: 'title' | 'content', text: string): TextProblem | undefined {
  const { length } = text.trim()
  if (length === 0) return 'empty'
  return length > MAX[field] ? 'long' : undefined
}

export function isComplete({ title, content }: NoticeTexts): boolean {
  return LANGUAGES.every(
    (language) => !problemOf('title', title[language]) && !problemOf('content', content[language]),
  )
}

/** Returns the texts as they are sent. */
export function trimmed({ title, content }: NoticeTexts): NoticeTexts {
  const both = ({ en, ko }: InBoth) => ({ en: en.trim(), ko: ko.trim() })
  return { title: both(title), content: both(content) }
}
