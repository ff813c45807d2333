import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useAddressDialog } from '#/lib/dialog-address.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Button } from '#/ui/button.tsx'
import { Choice } from '#/ui/choice.tsx'
import text from '#/ui/text.module.css'
import { freeze, noteTreasury, treasuryQuery } from './treasury-query.ts'
import type { Lane } from './treasury-query.ts'
import { FREEZE_REASONS } from './freeze-reasons.ts'
import type { FreezeReason } from './freeze-reasons.ts'
import styles from './freeze-button.module.css'

type FreezeButtonProps = {
  /** Without it, all payouts stop. */
  lane?: Pick<Lane, 'chainId' | 'networkName'>
}

/** Stops payouts at once: one reason from a list, nothing to type and nobody to ask. */
export function FreezeButton({ lane }: FreezeButtonProps) {
  const { t } = useTranslation('treasury')
  const may = useMay()
  const [isAskingAll, setAskingAll] = useAddressDialog('freeze')
  const [isAskingLane, setAskingLane] = useState(false)
  const isAsking = lane ? isAskingLane : isAskingAll
  const setAsking = lane ? setAskingLane : setAskingAll
  const [reason, setReason] = useState<FreezeReason>('wrong')
  const chainId = lane?.chainId ?? null

  if (!may('payout.freeze')) return null
  return (
    <div className={lane ? undefined : styles.freeze}>
      <Button
        tone={lane ? 'risk' : 'danger'}
        size={lane ? 'small' : 'normal'}
        icon="freeze"
        onClick={() => setAsking(true)}
      >
        {lane ? t('freezeLane', { name: lane.networkName }) : t('freeze')}
      </Button>
      {isAsking && (
        <Confirm
          level="C1"
          isDanger
          title={lane ? t('freezeLaneTitle', { name: lane.networkName }) : t('freezeTitle')}
          action={t('freezeNow')}
          icon="freeze"
          effect={[]}
          note={<Effect chainId={chainId} />}
          fields={() => (
            <>
              <Choice
                label={t('why')}
                value={reason}
                options={Object.keys(FREEZE_REASONS).map((each) => {
                  const name = each as FreezeReason // The table has no other keys.
                  return [name, t(`reasons.${name}`)] as const
                })}
                onValue={setReason}
              />
              <p className={classNames(text.small, text.soft)}>{t('atOnce')}</p>
            </>
          )}
          run={() => freeze(chainId, FREEZE_REASONS[reason])}
          onDone={(treasury) => {
            setAsking(false)
            noteTreasury(treasury)
            showToast(lane ? t('frozenLaneToast', { name: lane.networkName }) : t('frozenToast'))
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** Counts what stops. The figures may come late or never; stopping does not wait for them. */
function Effect({ chainId }: { chainId: number | null }) {
  const { t } = useTranslation('treasury')
  const may = useMay()
  const { data } = useQuery({ ...treasuryQuery, enabled: may('payout.treasury') })
  const lanes = (data?.lanes ?? []).filter((each) => chainId === null || each.chainId === chainId)
  if (lanes.length === 0) return t('stops')
  const sum = (field: 'waiting' | 'onTheWay') => lanes.reduce((all, each) => all + each[field], 0)
  return (
    <>
      {t('stopsOn', { count: lanes.length })} <b>{t('willWait', { count: sum('waiting') })}</b>{' '}
      {t('mayArrive', { count: sum('onTheWay') })}
    </>
  )
}
