import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { FairSheet } from './fair-sheet.tsx'
import type { DrawVerdict } from './verify-draw.ts'

// The settings are part of the HTML page, which is missing here.
vi.mock('#/lib/settings.ts', () => ({ webSettings: () => ({ supportEmail: 'help@example.com' }) }))

beforeAll(() => loadTexts('mission'))

function renderSheet(verdict: DrawVerdict): string {
  const proof = {
    commitment: 'c0ffee',
    serverSeed: 'seed-of-the-server',
    clientSeed: 'seed-of-the-phone',
    nonce: 7,
    nextCommitment: 'facade',
  }
  const prizes = [{ xp: 10, weight: 1, percent: 100 }]
  return renderToStaticMarkup(
    <FairSheet isOpen onClose={() => {}} result={{ xp: 10, verdict, proof, prizes }} />,
  )
}

test('shows for a draw that fails the check that the prize stays, and offers a report with its values', () => {
  const html = renderSheet('unfair')

  expect(html).toContain('Your prize stays in your account.')
  const mail = /href="(mailto:[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const body = new URL(mail).searchParams.get('body')
  expect(body).toContain('seed-of-the-server')
  expect(body).toContain('c0ffee')
})

test('offers no report for a fair draw', () => {
  expect(renderSheet('fair')).not.toContain('mailto:')
})
