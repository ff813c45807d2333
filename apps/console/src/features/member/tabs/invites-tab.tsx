import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { formatColumnMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { amountText } from '#/features/member/amount-text.ts'
import { referralsQuery } from '#/features/member/api.ts'
import { WhyButton } from '#/features/member/why/why-button.tsx'
import type { ListTabProps } from './list-tab.ts'
import styles from './tabs.module.css'
import { stateTone } from './state-tone.ts'

/** Lists the friends whom the member invited, and who invited the member. */
export function InvitesTab({ userId, page, onPage, why }: ListTabProps) {
  const { t } = useTranslation('member')
  const query = useQuery(referralsQuery(userId, page))
  return (
    <Panel isFlush>
      <Loaded
        query={query}
        endpoint={memberEndpoints['member.referrals']}
        failed={t('invites.failed')}
      >
        {({ list, size, totalCount, referrer }) => (
          <>
            {referrer && (
              <p className={classNames(styles.line, text.soft)}>
                {t('invites.invitedBy')}{' '}
                <MemberLink userId={referrer.userId} name={referrer.nickname} />
              </p>
            )}
            {list.length === 0 ? (
              <Empty message={t('invites.none')} />
            ) : (
              <>
                <Table
                  label={t('tabs.invites')}
                  columns={[
                    t('invites.friend'),
                    t('invites.joined', { offset: PROGRAMME_OFFSET }),
                    { right: t('invites.days') },
                    t('invites.state'),
                    { right: t('invites.reward') },
                    { unseen: t('why:ask') },
                  ]}
                >
                  {list.map((friend) => (
                    <tr key={friend.entryId} aria-current={why.entry === friend.entryId}>
                      <td>
                        <MemberLink userId={friend.userId} name={friend.nickname} />
                      </td>
                      <td className={text.unbroken}>{formatColumnMinute(friend.joinedAt)}</td>
                      <td className={table.right}>
                        {t('invites.ofDays', {
                          days: friend.checkInDays,
                          needed: friend.checkInDaysNeeded,
                        })}
                      </td>
                      <td>
                        <Badge tone={stateTone(friend.outcome)}>
                          {findTextOf('member', `invites.outcomes.${friend.outcome}`) ??
                            friend.outcome}
                        </Badge>
                      </td>
                      <td className={table.right}>
                        {friend.reward === null ? '–' : amountText(friend.reward, friend.symbol)}
                      </td>
                      <td>
                        <div className={table.actions}>
                          <WhyButton entry={friend.entryId} name={friend.nickname} why={why} />
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
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function MemberLink({ userId, name }: { userId: number; name: string }) {
  return (
    <Link to="/members/$userId" params={{ userId: String(userId) }} className={text.link}>
      {name}
    </Link>
  )
}
