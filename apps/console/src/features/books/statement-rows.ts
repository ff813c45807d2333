import type { Statement } from './api.ts'

/** Returns the statement as rows of a file, with the figures of the page in whole units. */
export function statementRows({ month, groups }: Statement): string[][] {
  const head = [
    'month',
    'asset',
    'scope',
    'unit',
    'account',
    'row',
    'kind',
    'credited',
    'debited',
    'balance',
    'postings',
  ]
  const rows = groups.flatMap(({ asset, scope, symbol, accounts }) =>
    accounts.flatMap(({ account, opening, movements, closing }) => {
      const of = [month, asset, scope, symbol, account]
      return [
        [...of, 'opening', '', '', '', opening, ''],
        ...movements.map(({ kind, credited, debited, postings }) => [
          ...of,
          'movement',
          kind,
          credited,
          debited,
          '',
          String(postings),
        ]),
        [...of, 'closing', '', '', '', closing, ''],
      ]
    }),
  )
  return [head, ...rows]
}

/**
 * Returns how many postings belong to an earlier month. Each has a kind and appears in several accounts,
 * so that the largest number of each kind counts.
 */
export function lateCount(groups: Statement['groups']): number {
  const byKind = new Map<string, number>()
  for (const { accounts } of groups) {
    for (const { movements } of accounts) {
      for (const { kind, latePostings } of movements) {
        byKind.set(kind, Math.max(byKind.get(kind) ?? 0, latePostings))
      }
    }
  }
  return [...byKind.values()].reduce((sum, count) => sum + count, 0)
}
