import { useState } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Button } from '#/ui/button.tsx'
import { noteTreasury, unfreeze } from '#/shell/freeze/treasury-query.ts'
import { useFrozenText } from './frozen-text.ts'

type UnfreezeButtonProps = {
  /** Undefined for the switch of all payouts. */
  lane?: { chainId: number; networkName: string }
  since: string
  why: string
  waiting: number
}

/** Asks to pay again, which always needs a second person. */
export function UnfreezeButton({ lane, since, why, waiting }: UnfreezeButtonProps) {
  const { t } = useTranslation('treasury')
  const may = useMay()
  const frozenText = useFrozenText()
  const [isAsking, setAsking] = useState(false)
  if (!may('payout.unfreeze')) return null
  return (
    <>
      <Button size={lane ? 'small' : 'normal'} icon="people" onClick={() => setAsking(true)}>
        {lane ? t('unfreezeLane', { name: lane.networkName }) : t('unfreeze')}
      </Button>
      {isAsking && (
        <Confirm
          level="C4"
          title={lane ? t('unfreezeLaneTitle', { name: lane.networkName }) : t('unfreezeTitle')}
          action={t('unfreezeAction')}
          effect={[
            [t('frozenSince'), formatMinute(since)],
            [t('frozenWhy'), frozenText(why)],
            [t('waiting'), formatNumber(waiting)],
          ]}
          note={t('unfreezeNote')}
          run={({ reason, idempotencyKey }) =>
            unfreeze(lane?.chainId ?? null, reason, idempotencyKey)
          }
          onDone={(treasury) => {
            setAsking(false)
            noteTreasury(treasury)
            showToast(t('unfrozenToast'))
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
