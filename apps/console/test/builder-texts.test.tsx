import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatCsv } from '#/lib/csv.ts'
import { openStep, press, type } from './builder-steps.tsx'
import { axeViolations } from './open-screen.tsx'

const draft = {
  title: { en: 'Night', ko: '' },
  description: { en: 'Four weeks.', ko: '' },
}
const csv = (...rows: string[][]) => formatCsv([['path', 'en', 'ko'], ...rows])

const choose = (...parts: BlobPart[]) =>
  fireEvent.change(screen.getByLabelText('Read a CSV file', { selector: 'input' }), {
    target: { files: [new File(parts, 'texts.csv')] },
  })

const valueOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const TITLE = /^Story · Title.*, Korean$/
const DESCRIPTION = /^Story · Description.*, Korean$/

test('reads translations into the latest draft, names skipped rows and can be undone', async () => {
  await openStep('texts', draft)

  choose(csv(['title', 'Night', '밤'], ['description', 'Old words.', '4주'], ['x.y', 'a', 'b']))
  // The file is read after this edit.
  type('Story · Title, English', 'Night')
  type('Story · Description, Korean', '넉 주')

  expect(await screen.findByText('2 rows of the file were skipped')).toBeDefined()
  expect(screen.getByText('x.y: the season has no such text')).toBeDefined()
  expect(screen.getByText('description: it was translated from another English text')).toBeDefined()
  expect([valueOf(TITLE), valueOf(DESCRIPTION)]).toEqual(['밤', '넉 주'])
  type('Story · Description, Korean', '넉 주 동안')
  press('Undo')

  expect([valueOf(TITLE), valueOf(DESCRIPTION)]).toEqual(['', '넉 주 동안'])
  expect(screen.getByText('2 rows of the file were skipped')).toBeDefined()
  expect(await axeViolations()).toEqual([])
})

test('reads the encoding of Korean Excel, and refuses a file of unknown letters', async () => {
  await openStep('texts', draft)

  choose(new Uint8Array([0xff, 0xfe, 0x70, 0]))
  expect(await screen.findByText(/^The letters of texts\.csv cannot be read\./)).toBeDefined()
  choose('path,en,ko\r\ntitle,Night,', new Uint8Array([0xb9, 0xe3]), '\r\n')

  expect(await screen.findByDisplayValue('밤')).toBeDefined()
})
