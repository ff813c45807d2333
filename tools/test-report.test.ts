import { expect, test } from 'vitest'
import { formatReport, reportGate, reportSuite } from './test-report.ts'
import type { Outcome } from './test-results.ts'

const results = (...outcomes: Outcome[]) =>
  outcomes.map((outcome) => ({ suite: 'unit' as const, file: 'a.test.ts', path: ['x'], outcome }))

test('counts passed, failed and skipped tests', () => {
  const report = reportSuite(
    'unit',
    { ok: false, seconds: 1 },
    results('passed', 'failed', 'skipped'),
  )

  expect(report).toMatchObject({ passed: 1, failed: 1, skipped: 1, note: '' })
})

test('a suite that fails outside its tests fails', () => {
  expect(reportSuite('unit', { ok: false, seconds: 1 }, results('passed'))).toMatchObject({
    failed: 1,
    note: 'failed outside its tests',
  })
})

test.each([undefined, [], results('skipped')])('a suite that ran no test fails', (none) => {
  expect(reportSuite('unit', { ok: true, seconds: 1 }, none)).toMatchObject({
    failed: 1,
    note: 'ran no tests',
  })
})

test('ends with the sum of all suites', () => {
  const text = formatReport([
    reportGate('check', { ok: false, seconds: 3 }),
    reportSuite('unit', { ok: true, seconds: 1 }, results('passed', 'passed')),
  ])

  expect(text.split('\n').at(-1)).toBe('Tests: 2 passed, 1 failed')
})

test('lists failed tests with the beginning of their error', () => {
  const report = reportSuite('unit', { ok: false, seconds: 1 }, [
    {
      suite: 'unit',
      file: 'a.test.ts',
      path: ['x', 'y'],
      outcome: 'failed',
      errorText: 'expected 1',
    },
    { suite: 'unit', file: 'a.test.ts', path: ['x', 'z'], outcome: 'passed' },
  ])

  expect(report.failures).toEqual(['a.test.ts: x > y\nexpected 1'])
})

test('lists and counts the tests that ran again after a crash', () => {
  const report = reportSuite('unit', { ok: true, seconds: 1 }, [
    {
      suite: 'unit',
      file: 'a.test.ts',
      path: ['x'],
      outcome: 'passed',
      crash: 'The browser process ended',
    },
    { suite: 'unit', file: 'a.test.ts', path: ['y'], outcome: 'passed' },
  ])

  expect(report).toMatchObject({ failed: 0, note: '1 crashed and ran again' })
  expect(report.crashed).toEqual(['a.test.ts: x\nThe browser process ended'])
})
