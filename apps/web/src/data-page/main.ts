import { dataInPage } from '#/lib/data-file.ts'
import { saveFile } from '#/lib/save-file.ts'
import { button, element } from '#/recovery/dom.ts'
import { check, embeddedFile, type Checked } from './embedded.ts'
import { tablesView } from './tables-view.ts'
import {
  browserLanguage,
  fill,
  LANGUAGE_NAME,
  otherLanguage,
  textsIn,
  timeText,
  type DataTexts,
  type Language,
} from './texts.ts'
import { factsView, keyView, verdictView } from './verdict-view.ts'
import '@solstice/ui/tokens.css'
import '#/ui/base.css'
import './data-page.css'

const header = document.querySelector('header')
const page = document.querySelector('main')
const embedded = embeddedFile()
let checked: Checked | undefined = embedded && check(embedded)
let language: Language = memberLanguage(checked) ?? browserLanguage()
let problem = ''

/** The language that the member uses in the app. */
function memberLanguage(of: Checked | undefined): Language | undefined {
  const profile = of?.result.data?.tables.find(({ name }) => name === 'members')?.rows[0]
  const chosen = profile?.['language']
  return chosen === 'ko' || chosen === 'en' ? chosen : undefined
}

function draw(): void {
  const texts = textsIn(language)
  document.documentElement.lang = language
  document.title = `${texts.title} · Solstice`
  const other = otherLanguage(language)
  const switchLanguage = button('text', LANGUAGE_NAME[other], () => {
    language = other
    draw()
    header?.querySelector('button')?.focus()
  })
  switchLanguage.lang = other
  header?.querySelector('button')?.remove()
  header?.append(switchLanguage)
  page?.replaceChildren(
    element('h1', {}, texts.title),
    ...(checked ? resultView(texts, checked) : []),
    ...(embedded ? [] : [chooser(texts)]),
  )
}

function resultView(texts: DataTexts, shown: Checked): HTMLElement[] {
  const { data } = shown.result
  return [
    verdictView(texts, shown.result),
    ...(embedded || !shown.result.ok ? [] : [keyView(texts, shown.file)]),
    ...(data
      ? [
          element(
            'p',
            { class: 'soft' },
            fill(texts.lead, { time: timeText(language, data.asOf) }),
          ),
          ...tablesView({ texts, language }, data),
          button('quiet', texts.save, () => void saveJson(shown)),
        ]
      : []),
    factsView(texts, language, shown),
  ]
}

async function saveJson({ file: { data }, result }: Checked): Promise<void> {
  const day = result.data?.asOf.slice(0, 10) ?? ''
  await saveFile(new File([data], `solstice-data-${day}.json`, { type: 'application/json' }))
}

/** The page without data checks a file that somebody has received. */
function chooser(texts: DataTexts): HTMLElement {
  const input = element('input', {
    type: 'file',
    accept: 'text/html,.html',
    class: 'unseen',
    tabindex: '-1',
    'aria-label': texts.choose,
  })
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void choose(file)
  })
  return element(
    'section',
    { class: 'card' },
    element('p', { class: 'soft' }, texts.leadEmpty),
    input,
    button(checked ? 'quiet' : 'lit', texts.choose, () => input.click()),
    element('p', { class: 'problem', role: 'alert' }, problem),
  )
}

async function choose(file: File): Promise<void> {
  const found = dataInPage(await file.text())
  problem = found ? '' : textsIn(language).notAFile
  checked = found && check(found)
  draw()
  page?.querySelector<HTMLElement>('.verdict h2')?.focus()
}

draw()
