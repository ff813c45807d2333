import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { refundEndpoints } from '@solstice/contract/refund.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { claimRefund, queueQuery, refundQuery } from './api.ts'
import type { Refund } from './api.ts'
import { CsvButton } from './csv-button.tsx'
import type { RefundsFilter } from './filter.ts'
import { isFiltered, parseRefundsFilter } from './filter.ts'
import { Filters } from './filters.tsx'
import { QueueList } from './queue-list.tsx'
import { RefundPanel } from './refund-panel.tsx'
import styles from './refunds.module.css'
import { useListKeys } from './use-list-keys.ts'

/** Shows the queue, oldest first, and one refund beside it. */
export function RefundsScreen() {
  const { t } = useTranslation('refunds')
  const may = useMay()
  const navigate = useNavigate()
  const filter = parseRefundsFilter(useSearch({ strict: false }))
  const { refundId } = useParams({ strict: false })
  const shownId = refundId === undefined ? undefined : Number(refundId)
  const query = useQuery(queueQuery(filter))
  const list = query.data?.list ?? []
  const total = query.data?.totalCount ?? list.length
  const at = list.findIndex((each) => each.refundId === shownId)

  const show = (next: RefundsFilter) => void navigate({ to: '/refunds', search: next })
  const open = (refund: Refund | undefined) => {
    if (!refund) return
    const params = { refundId: String(refund.refundId) }
    void navigate({ to: '/refunds/$refundId', params, search: filter })
  }

  async function claim() {
    if (shownId === undefined || !may('refund.claim')) return
    try {
      await claimRefund(shownId)
    } catch (error) {
      showToast(messageOf(error, t('claimFailed')))
    }
  }

  /** Opens the refund behind the decided one, or the first one of those that are left. */
  function openNext() {
    const next = list[at + 1] ?? list.find((each) => each.refundId !== shownId)
    if (next) open(next)
    else show(filter)
  }

  useListKeys({
    j: () => open(list[at + 1]),
    k: () => open(at === -1 ? list.at(-1) : list[at - 1]),
    Enter: () => open(at === -1 ? list[0] : undefined),
    c: () => void claim(),
  })

  return (
    <Page
      title={t('title')}
      beside={
        query.data && (
          <span className={text.soft}>
            {t(`counts.${filter.view ?? 'waiting'}`, {
              count: total,
              text: formatNumber(total),
            })}
          </span>
        )
      }
      aside={query.data && <GrantedToday today={query.data.today} />}
      {...(shownId !== undefined && {
        above: { to: '/refunds', title: t('title'), name: t('refund', { id: shownId }) },
      })}
    >
      <div className={styles.split} data-open={shownId !== undefined}>
        <div className={styles.queue}>
          <Panel isFlush>
            <Filters filter={filter} onChange={show} />
            <Loaded query={query} endpoint={refundEndpoints['refund.queue']} failed={t('failed')}>
              {({ size }) => (
                <>
                  {list.length === 0 ? (
                    <Empty message={t(isFiltered(filter) ? 'noMatch' : emptyOf(filter))} />
                  ) : (
                    <QueueList list={list} filter={filter} shownId={shownId} />
                  )}
                  <Pager
                    page={filter.page ?? 1}
                    size={size}
                    shown={list.length}
                    totalCount={total}
                    onPage={(page) => show({ ...filter, page })}
                  />
                  <p className={classNames(styles.keys, text.small, text.faint)}>
                    <span>
                      <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keys.move')}
                    </span>
                    {may('refund.claim') && (
                      <span>
                        <Kbd>C</Kbd> {t('keys.claim')}
                      </span>
                    )}
                    {list.length > 0 && <CsvButton filter={filter} />}
                  </p>
                </>
              )}
            </Loaded>
          </Panel>
        </div>
        <div className={styles.detail}>
          {shownId === undefined ? (
            query.data && (
              <Panel>
                <Empty message={t(list.length === 0 ? 'nothingToDo' : 'choose')} />
              </Panel>
            )
          ) : (
            <OneRefund key={shownId} refundId={shownId} onDecided={openNext} onClaim={claim} />
          )}
        </div>
      </div>
    </Page>
  )
}

const emptyOf = ({ view }: RefundsFilter) => `empty.${view ?? 'waiting'}` as const

function OneRefund({
  refundId,
  onDecided,
  onClaim,
}: {
  refundId: number
  onDecided: () => void
  onClaim: () => Promise<void>
}) {
  const { t } = useTranslation('refunds')
  const query = useQuery(refundQuery(refundId))
  return (
    <Loaded
      query={query}
      endpoint={refundEndpoints['refund.show']}
      failed={t('oneFailed', { id: refundId })}
    >
      {(refund) => <RefundPanel refund={refund} onDecided={onDecided} onClaim={onClaim} />}
    </Loaded>
  )
}

/** Shows how much of the limit of the day is used, before a grant asks a second person. */
function GrantedToday({ today: { granted, day } }: { today: { granted: string; day: number } }) {
  const { t } = useTranslation('refunds')
  const amount = Number(granted)
  const values = { granted: formatNumber(amount), day: formatNumber(day) }
  return (
    <span className={classNames(styles.today, text.small, text.soft)}>
      {t('grantedToday', values)}
      <meter className={styles.meter} max={day} value={amount} aria-label={t('limitOfDay')} />
    </span>
  )
}
