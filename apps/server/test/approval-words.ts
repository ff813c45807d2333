import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LANGUAGES, type Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'

/** The console's texts about proposals. */
type Words = Record<'titles' | 'sentences' | 'fields', Record<string, string>>

/** Parts of a sentence that the console writes from several values. */
const PHRASES = ['gives', 'cost', 'difference', 'shop']

// Apps do not import each other, so the texts of the console are read as files.
const LOCALES = resolve(import.meta.dirname, '../../console/src/locales')

function wordsIn(language: Language): Words {
  const text = readFileSync(resolve(LOCALES, language, 'approval-texts.json'), 'utf8')
  return JSON.parse(text) as Words // The console's type check reads the same file.
}

const WORDS = LANGUAGES.map((language) => [language, wordsIn(language)] as const)

/** Returns every name of a proposal without words in the console, such as `ko: fields.stock`. */
export function missingWords({
  call,
  sentence: { values },
  figures,
  changes,
}: Pick<CallData<'approval.show'>, 'call' | 'sentence' | 'figures' | 'changes'>): string[] {
  const names = [
    ...Object.keys(values).filter((name) => !name.endsWith('Hash')),
    ...figures.map(({ name }) => name),
    ...changes.map(({ field }) => field.replace(/^(prize|product)\d+$/, '$1')),
  ]
  return WORDS.flatMap(([language, { titles, sentences, fields }]) => {
    const id = call.replace('.', '_')
    const unfilled = Array.from((sentences[id] ?? '').matchAll(/\{\{(\w+)\}\}/g))
      .map(([, name = '']) => name)
      .filter((name) => !(name in values) && !PHRASES.includes(name))
    const missing = [
      ...(id in titles ? [] : [`titles.${id}`]),
      ...(id in sentences ? [] : [`sentences.${id}`]),
      ...names.filter((name) => !(name in fields)).map((name) => `fields.${name}`),
      ...unfilled.map((name) => `values.${name}`),
    ]
    return missing.map((path) => `${language}: ${path}`)
  })
}
