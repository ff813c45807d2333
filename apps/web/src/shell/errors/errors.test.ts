import { expect, test, vi } from 'vitest'
import { recordErrors } from './record-errors.ts'
import type { ErrorRecord } from './record-errors.ts'
import { withoutPersonalData } from './without-personal-data.ts'

function watchedPage() {
  const records: ErrorRecord[] = []
  const page = Object.assign(new EventTarget(), {
    navigator: { userAgent: 'Test/1.0' },
    location: { href: 'https://app.example/home' },
  })
  recordErrors(page as unknown as Parameters<typeof recordErrors>[0], (entry) =>
    records.push(entry),
  )
  return { page, records }
}

test('records an unhandled error with its seven fields', () => {
  vi.useFakeTimers({ now: new Date('2026-11-15T09:00:00.000Z') })
  const { page, records } = watchedPage()
  const error = new Error('Broken')

  page.dispatchEvent(
    Object.assign(new Event('error'), {
      message: 'Uncaught Error: Broken',
      error,
      filename: 'https://app.example/assets/index.js',
      lineno: 3,
      colno: 14,
    }),
  )

  expect(records).toEqual([
    {
      timestamp: '2026-11-15T09:00:00.000Z',
      userAgent: 'Test/1.0',
      url: 'https://app.example/home',
      type: 'error',
      message: 'Uncaught Error: Broken',
      stack: error.stack,
      source: 'https://app.example/assets/index.js:3:14',
    },
  ])
  vi.useRealTimers()
})

test("records an unhandled rejection and suppresses the browser's own handling", () => {
  const { page, records } = watchedPage()
  const reason = new Error('Lost')
  reason.stack = 'Error: Lost\n    at load (https://app.example/assets/a.js:7:2)'
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason })

  page.dispatchEvent(event)

  expect(event.defaultPrevented).toBe(true)
  expect(records).toEqual([
    expect.objectContaining({
      type: 'unhandledrejection',
      message: 'Lost',
      stack: reason.stack,
      source: 'https://app.example/assets/a.js:7:2',
    }),
  ])
  expect(Object.keys(records[0] ?? {})).toHaveLength(7)
})

test('records a rejection without an error by its text', () => {
  const { page, records } = watchedPage()

  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'plain' }))

  expect(records).toEqual([expect.objectContaining({ message: 'plain', stack: '', source: '' })])
})

test('ignores an image that does not load', () => {
  const { page, records } = watchedPage()
  page.dispatchEvent(new Event('error'))
  expect(records).toEqual([])
})

test('writes the record to the console by default', () => {
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = Object.assign(new EventTarget(), {
    navigator: { userAgent: '' },
    location: { href: '' },
  })
  recordErrors(page as unknown as Parameters<typeof recordErrors>[0])

  page.dispatchEvent(
    Object.assign(new Event('error'), { message: 'x', filename: '', lineno: 0, colno: 0 }),
  )

  expect(errorLog).toHaveBeenCalledTimes(1)
  errorLog.mockRestore()
})

test('reports the error without personal data', () => {
  const report = withoutPersonalData({
    user: { id: '42', email: 'mina@harbor.example' },
    request: { url: 'https://app.example/home?ref=1' },
    breadcrumbs: [{ message: 'typed' }],
    server_name: 'phone',
    message: 'No account for mina@harbor.example',
    exception: {
      values: [
        { value: 'Code 123456 of mina@harbor.example refused' },
        { value: 'See https://react.dev/errors/31?args[]=mina%40harbor.example' },
        { value: 'Sent to 0xAbCdEf0123456789AbCdEf0123456789AbCdEf01' },
      ],
    },
  })

  expect(report).toEqual({
    message: 'No account for [removed]',
    exception: {
      values: [
        { value: 'Code [removed] of [removed] refused' },
        { value: 'See [removed]' },
        { value: 'Sent to [removed]' },
      ],
    },
  })
})
