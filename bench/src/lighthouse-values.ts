import type { Measure, MeasuredPage, Report } from './lighthouse-pages.ts'

/** Repeats and logs a run for which the machine was too busy. */
export async function measureRepeatedly(page: MeasuredPage, origin: string): Promise<Report> {
  for (let triesLeft = 2; ; triesLeft -= 1) {
    try {
      return await page.measure(origin)
    } catch (error) {
      if (triesLeft === 0) throw error
      console.log(error instanceof Error ? error.message : error)
    }
  }
}

export function valueOf(report: Report, { name, kind }: Pick<Measure, 'name' | 'kind'>): number {
  if (kind !== 'score') return report.audits[name]?.numericValue ?? Number.NaN
  return Math.round((report.categories[name]?.score ?? Number.NaN) * 100)
}
