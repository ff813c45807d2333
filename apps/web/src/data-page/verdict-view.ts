import type { ExportResult } from '@solstice/points-log/export-file'
import { element } from '#/recovery/dom.ts'
import type { DataFile } from '#/lib/data-file.ts'
import type { Checked } from './embedded.ts'
import { fill, timeText, type DataTexts, type Language } from './texts.ts'

const SIGNS = {
  good: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.3 14.2-3.9-3.9 1.4-1.4 2.5 2.5 5.1-5.1 1.4 1.4z',
  bad: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm4.2 12.8-1.4 1.4-2.8-2.8-2.8 2.8-1.4-1.4 2.8-2.8-2.8-2.8 1.4-1.4 2.8 2.8 2.8-2.8 1.4 1.4-2.8 2.8z',
} as const

function sign(name: keyof typeof SIGNS): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', SIGNS[name])
  path.setAttribute('fill', 'currentColor')
  svg.append(path)
  return svg
}

/** Says whether the file checks out, first of all that is shown. */
export function verdictView(texts: DataTexts, result: ExportResult): HTMLElement {
  if (!result.ok) {
    const { bad } = texts
    const { fault, transactionId } = result
    return element(
      'section',
      { class: 'verdict bad', role: 'alert' },
      sign('bad'),
      element('h2', { tabindex: '-1' }, bad.title),
      element('p', {}, bad[fault]),
      transactionId === null
        ? undefined
        : element('p', { class: 'soft' }, fill(bad.at, { id: transactionId })),
      element('p', { class: 'soft' }, bad.next),
    )
  }
  return element(
    'section',
    { class: 'verdict good', role: 'status' },
    sign('good'),
    element('h2', { tabindex: '-1' }, goodTitle(texts, result.entries)),
    element('p', { class: 'soft' }, texts.good.text),
    result.archived > 0
      ? element('p', { class: 'soft' }, fill(texts.good.archived, { count: result.archived }))
      : undefined,
  )
}

/**
 * Asks the reader of somebody else's file to compare the key, which anybody can choose. The page may
 * not use the network, so it cannot do this itself.
 */
export function keyView(texts: DataTexts, { verifierKey }: DataFile): HTMLElement {
  return element(
    'section',
    { class: 'card' },
    element('p', {}, fill(texts.compareKey, { place: `${location.host}/log/key` })),
    element('p', { class: 'soft' }, verifierKey),
  )
}

function goodTitle({ good }: DataTexts, count: number): string {
  if (count === 0) return good.none
  return fill(count === 1 ? good.single : good.all, { count })
}

/** Names what was checked against, so that a reader can compare it. */
export function factsView(texts: DataTexts, language: Language, checked: Checked): HTMLElement {
  const { facts } = texts
  const { file, result } = checked
  const anchor = result.data?.log.at(-1)?.anchor
  const origin = file.verifierKey
    .split('+', 1)
    .join('')
    .replace(/\/log$/, '')
  const rows: (readonly [string, string])[] = result.data
    ? [
        [facts.member, String(result.data.memberId)],
        [facts.asOf, timeText(language, result.data.asOf)],
        [facts.anchor, anchor ? `${anchor.size}, ${anchor.root}` : facts.noAnchor],
      ]
    : []
  return element(
    'details',
    { class: 'card' },
    element('summary', {}, element('span', {}, facts.title)),
    element(
      'dl',
      {},
      ...[...rows, [facts.key, file.verifierKey] as const].map(([label, value]) =>
        element('div', {}, element('dt', {}, label), element('dd', {}, value)),
      ),
    ),
    element(
      'p',
      { class: 'faint' },
      fill(facts.keyNote, { place: `${origin}/data-page/index.html` }),
    ),
  )
}
