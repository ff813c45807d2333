import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import type { Translate } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import type { Reconciliation } from './api.ts'
import { downloadCsv } from './download.ts'
import { formatExact } from './exact-amount.ts'

type Run = Reconciliation['runs'][number]
type RunToken = Run['tokens'][number]

/** Lists the reconciliations of an account, each token on its own line. */
export function RunTable({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation('books')
  const lines = runs.flatMap((run) => run.tokens.map((token) => ({ run, token })))
  const save = () =>
    downloadCsv('reconciliations', [
      ['run', 'finished', 'block', 'hash', 'token', 'before', 'expected', 'on chain', 'difference'],
      ...lines.map(({ run, token }) => [
        String(run.runId),
        run.finishedAt ?? '',
        String(run.toBlock),
        run.toHash,
        token.symbol,
        token.before ?? '',
        token.expected ?? '',
        token.onChain,
        token.difference ?? '',
      ]),
    ])
  return (
    <Panel
      title={t('history')}
      isFlush
      more={
        <Button size="small" icon="download" onClick={save}>
          CSV
        </Button>
      }
    >
      <Table
        label={t('history')}
        columns={[
          t('run'),
          { right: t('blockNumber') },
          t('token'),
          t('movements'),
          { right: t('expected') },
          { right: t('onChain') },
          { right: t('difference') },
        ]}
        className={table.dense}
      >
        {lines.map(({ run, token }) => (
          <tr key={`${run.runId} ${token.contract ?? ''}`}>
            <td className={text.unbroken}>
              {run.finishedAt === null ? t('states.running') : formatMinute(run.finishedAt)}
            </td>
            <td className={table.right}>{formatNumber(run.toBlock)}</td>
            <td>{token.symbol}</td>
            <td>{movementText(token, t)}</td>
            <td className={table.right}>
              {token.expected === null ? '–' : formatExact(token.expected)}
            </td>
            <td className={table.right}>{formatExact(token.onChain)}</td>
            <td className={table.right}>
              <span
                className={
                  token.difference === null || token.difference === '0' ? text.soft : text.bad
                }
              >
                {token.difference === null ? '–' : formatExact(token.difference)}
              </span>
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

const KINDS = [
  'PAYMENT',
  'UNMATCHED',
  'FEE',
  'WITHDRAWAL',
  'REFUND',
  'REWARD',
  'FUND',
  'CLAIM',
] as const

function movementText({ isNew, movements }: RunToken, t: Translate<'books'>): string {
  if (isNew) return t('opened')
  if (movements.length === 0) return t('noneMoved')
  return movements
    .map(({ kind, amount, count }) => {
      const known = KINDS.find((each) => each === kind)
      const name = known ? t(`flows.${known}`) : kind
      return `${name} ${formatExact(amount)} (${formatNumber(count)})`
    })
    .join(', ')
}
