import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { formatColumnMinute, formatMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { amountText } from '#/features/member/amount-text.ts'
import { payoutsQuery } from '#/features/member/api.ts'
import { WhyButton } from '#/features/member/why/why-button.tsx'
import type { ListTabProps } from './list-tab.ts'
import { stateTone } from './state-tone.ts'

type Payout = CallData<'payout.list'>['list'][number]

/** Lists what was or will be paid to the member's wallet, newest first. */
export function PayoutsTab({ userId, page, onPage, why }: ListTabProps) {
  const { t } = useTranslation('member')
  const query = useQuery(payoutsQuery(userId, page))
  return (
    <Panel isFlush>
      <Loaded query={query} endpoint={payoutEndpoints['payout.list']} failed={t('payouts.failed')}>
        {({ list, size, totalCount }) =>
          list.length === 0 ? (
            <Empty message={t('payouts.none')} />
          ) : (
            <>
              <Table
                label={t('tabs.payouts')}
                columns={[
                  t('payouts.payout'),
                  t('payouts.purpose'),
                  { right: t('payouts.amount') },
                  t('payouts.state'),
                  t('payouts.at', { offset: PROGRAMME_OFFSET }),
                  { unseen: t('why:ask') },
                ]}
              >
                {list.map((payout) => (
                  <tr
                    key={payout.payoutId}
                    aria-current={why.entry === `payout:${payout.payoutId}`}
                  >
                    <td>
                      <Link
                        to="/money/payouts/$payoutId"
                        params={{ payoutId: String(payout.payoutId) }}
                        className={text.link}
                      >
                        {payout.payoutId}
                      </Link>
                    </td>
                    <td>{t(`payouts.purposes.${payout.purpose}`)}</td>
                    <td className={table.right}>{amountText(payout.amount, payout.symbol)}</td>
                    <td>
                      <PayoutState payout={payout} />
                    </td>
                    <td className={text.unbroken}>{formatColumnMinute(payout.createdAt)}</td>
                    <td>
                      <div className={table.actions}>
                        <WhyButton
                          entry={`payout:${payout.payoutId}`}
                          name={t('payouts.named', { id: payout.payoutId })}
                          why={why}
                        />
                      </div>
                    </td>
                  </tr>
                ))}
              </Table>
              <Pager
                page={page}
                size={size}
                shown={list.length}
                totalCount={totalCount}
                onPage={onPage}
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function PayoutState({ payout: { state, heldFor, notBefore } }: { payout: Payout }) {
  const { t } = useTranslation('member')
  if (heldFor === null) {
    return <Badge tone={stateTone(state)}>{t(`payouts.states.${state}`)}</Badge>
  }
  // The reasons of the signer have a suffix, which the explanation names.
  const reason = heldFor.startsWith('SIGNER') ? 'SIGNER' : heldFor
  return (
    <>
      <Badge tone="warn" icon="clock">
        {t('payouts.held')}
      </Badge>{' '}
      <span className={classNames(text.small, text.soft)}>
        {findTextOf('member', `payouts.holds.${reason}`) ?? heldFor}
        {notBefore !== null && t('payouts.until', { time: formatMinute(notBefore) })}
      </span>
    </>
  )
}
