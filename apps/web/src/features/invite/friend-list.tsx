import { useInfiniteQuery } from '@tanstack/react-query'
import { formatAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute, formatProgrammeDay } from '@solstice/ui/programme-time.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { WhyButton } from '#/shell/why-button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { friendsQuery } from './api.ts'
import type { Friend, InviteTerms } from './api.ts'
import { ShowMore } from './show-more.tsx'
import styles from './friend-list.module.css'

/** Lists the friends who joined with the code, and the progress of each towards a reward. */
export function FriendList({ terms }: { terms: InviteTerms }) {
  const { t } = useTranslation('invite')
  const query = useInfiniteQuery(friendsQuery())
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const friends = data?.pages.flatMap(({ list }) => list)
  return (
    <Loaded
      query={{ ...query, data: friends }}
      skeleton={<Skeleton isCard width="100%" height="136px" />}
      failed={t('friends.failed')}
    >
      {(all) =>
        all.length === 0 ? (
          <p className={text.soft}>{t('friends.none')}</p>
        ) : (
          <>
            <ul className={styles.list}>
              {all.map((friend) => (
                <FriendRow
                  key={`${friend.joinedAt} ${friend.nickname}`}
                  friend={friend}
                  terms={terms}
                />
              ))}
            </ul>
            <ShowMore
              pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }}
              label={t('friends.more')}
            />
          </>
        )
      }
    </Loaded>
  )
}

const STEPS = 4
const DONE: Record<Friend['state'], number> = {
  JOINED: 1,
  WALLET: 2,
  WAITING: 3,
  CAPPED: 3,
  CLAIMABLE: 3,
  CLAIMED: 4,
  NEVER: 0,
}

type FriendRowProps = { friend: Friend; terms: InviteTerms }

/** Shows the progress of a friend; a tap explains what is missing. */
export function FriendRow({ friend, terms }: FriendRowProps) {
  const { t } = useTranslation('invite')
  const { state, nickname, joinedAt, checkInDays, claimableAt } = friend
  const isPaying = state === 'WAITING' || state === 'CLAIMABLE' || state === 'CLAIMED'
  return (
    <li className={styles.row}>
      <WhyButton variant="row" entryId={friend.entryId} className={styles.friend}>
        <span className={styles.text}>
          <span className={classNames(text.strong, styles.name)}>{nickname}</span>
          <span className={classNames(text.small, text.soft, text.number)}>
            {t(`friends.state.${state}`, {
              days: checkInDays,
              needed: terms.checkInDays,
              time: claimableAt === null ? '' : formatOwnMinute(claimableAt),
            })}
          </span>
          {state !== 'NEVER' && (
            <span className={styles.steps} aria-hidden="true">
              {Array.from({ length: STEPS }, (_, at) => (
                <i key={at} className={at < DONE[state] ? styles.done : undefined} />
              ))}
            </span>
          )}
        </span>
        <span className={classNames(text.small, text.number, styles.end)}>
          {isPaying ? (
            <span className={state === 'CLAIMED' ? text.soft : text.strong}>
              {formatAmount(friend.reward)} {terms.referralSymbol}
            </span>
          ) : (
            <span className={text.faint}>{formatProgrammeDay(joinedAt)}</span>
          )}
        </span>
        <Icon name="next" size={20} />
      </WhyButton>
    </li>
  )
}
