import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { FreezeButton } from '#/shell/freeze/freeze-button.tsx'
import { noteTreasury, unfreeze } from '#/shell/freeze/treasury-query.ts'
import type { Lane } from '#/shell/freeze/treasury-query.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { recoveryQuery } from './api.ts'
import type { Recovery } from './api.ts'
import { stepsOf } from './recovery-steps.ts'
import type { RecoveryStep } from './recovery-steps.ts'
import styles from './recovery.module.css'
import { UnfreezeButton } from './unfreeze-button.tsx'

/** Leads out of a freeze: what chain and database say now, and the steps of the case that applies. */
export function RecoveryPanel({ lane }: { lane: Lane }) {
  const { t } = useTranslation('treasury')
  const query = useQuery(recoveryQuery(lane.chainId))
  const name = lane.networkName
  return (
    <Panel title={t('recovery.title', { name })}>
      <Loaded
        query={query}
        endpoint={payoutEndpoints['payout.recovery']}
        failed={t('recovery.failed')}
      >
        {(recovery) => (
          <div className={styles.recovery}>
            <p>
              <b>{t(`recovery.cases.${recovery.case}.name`)}</b>{' '}
              <span className={text.soft}>{t(`recovery.cases.${recovery.case}.note`)}</span>
            </p>
            <Comparison recovery={recovery} />
            <ol className={styles.steps}>
              {stepsOf(recovery).map((step, at) => (
                <Step key={step.kind} number={at + 1} step={step}>
                  <StepContent step={step} recovery={recovery} lane={lane} />
                </Step>
              ))}
            </ol>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

/** Sets the nonces of chain and database side by side. */
function Comparison({ recovery: { database, chain, inFlight } }: { recovery: Recovery }) {
  const { t } = useTranslation('treasury')
  const differs = chain.nonce !== null && chain.nonce !== database.nextNonce
  const nonce = (value: number | null) =>
    value === null ? t('recovery.silent') : formatNumber(value)
  return (
    <Table
      label={t('recovery.compared')}
      columns={[
        t('recovery.compared'),
        { right: t('recovery.chain') },
        { right: t('recovery.database') },
      ]}
      className={table.dense}
    >
      <tr>
        <th scope="row">{t('recovery.transactions')}</th>
        <td className={table.right}>
          <b className={differs ? text.bad : undefined}>{nonce(chain.nonce)}</b>
        </td>
        <td className={table.right}>
          <b>{formatNumber(database.nextNonce)}</b>
        </td>
      </tr>
      <tr>
        <th scope="row">{t('recovery.account')}</th>
        <td className={table.right}>
          <code>{short(chain.account)}</code>
        </td>
        <td className={table.right}>
          <code>{short(database.account)}</code>
        </td>
      </tr>
      <tr>
        <th scope="row">{t('recovery.pending')}</th>
        <td className={table.right}>–</td>
        <td className={table.right}>{formatNumber(inFlight.length)}</td>
      </tr>
    </Table>
  )
}

const short = (address: string | null) =>
  address === null ? '–' : `${address.slice(0, 6)}…${address.slice(-4)}`

function Step({
  number,
  step: { state },
  children,
}: {
  number: number
  step: RecoveryStep
  children: ReactNode
}) {
  const { t } = useTranslation('treasury')
  return (
    <li className={styles.step} data-state={state}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.content}>{children}</div>
      {state === 'done' && (
        <Badge tone="ok" icon="check">
          {t('recovery.done')}
        </Badge>
      )}
      {state === 'blocked' && <Badge icon="lock">{t('recovery.blocked')}</Badge>}
    </li>
  )
}

type StepContentProps = { step: RecoveryStep; recovery: Recovery; lane: Lane }

function StepContent({ step, recovery, lane }: StepContentProps) {
  const { t } = useTranslation('treasury')
  const { chain, database, confirmations, inFlight, lost } = recovery
  const values = {
    chain: chain.nonce === null ? '?' : formatNumber(chain.nonce),
    database: formatNumber(database.nextNonce),
    account: short(chain.account),
    stored: short(database.account),
    blocks: formatNumber(confirmations),
  }
  return (
    <>
      <p>
        {step.kind === 'wait' || step.kind === 'resend'
          ? t(`recovery.steps.${step.kind}`, {
              count: step.kind === 'wait' ? inFlight.length : lost.length,
            })
          : t(`recovery.steps.${step.kind}`, values)}
      </p>
      {step.why && <p className={text.warn}>{t(`recovery.why.${step.why}`, values)}</p>}
      <StepAction step={step} recovery={recovery} lane={lane} />
    </>
  )
}

function StepAction({ step: { kind, state }, recovery, lane }: StepContentProps) {
  const { t } = useTranslation('treasury')
  const may = useMay()
  switch (kind) {
    case 'look':
      return recovery.scanUrl === '' || recovery.database.account === '' ? null : (
        <a
          className={text.link}
          href={`${recovery.scanUrl.replace(/\/$/, '')}/address/${recovery.database.account}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('recovery.openExplorer')}
        </a>
      )
    case 'stopAll':
      return state === 'now' ? <FreezeButton /> : null
    case 'confirmations':
      return (
        <Link to="/system/networks" className={text.link}>
          {t('recovery.openNetworks')}
        </Link>
      )
    case 'wait':
      return <PayoutLinks payouts={recovery.inFlight} />
    case 'resend':
      return <PayoutLinks payouts={recovery.lost} />
    case 'giveUp':
    case 'cancellation':
      return <PayoutLinks payouts={recovery.inFlight.filter(({ isLost }) => isLost)} />
    case 'adopt':
      return may('payout.unfreeze') ? <AdoptButton recovery={recovery} lane={lane} /> : null
    case 'unfreeze':
      return state === 'blocked' || lane.frozenAt === null ? null : (
        <UnfreezeButton
          lane={lane}
          since={lane.frozenAt}
          why={lane.frozenFor ?? ''}
          waiting={lane.waiting}
        />
      )
    case 'compare':
    case 'restoreKey':
      return null
  }
}

const SHOWN_MAX = 5

function PayoutLinks({ payouts }: { payouts: readonly { payoutId: number; nonce: number }[] }) {
  const { t } = useTranslation('treasury')
  const may = useMay()
  if (payouts.length === 0) return null
  return (
    <ul className={styles.payouts}>
      {payouts.slice(0, SHOWN_MAX).map(({ payoutId, nonce }) => {
        const name = t('recovery.payout', { id: payoutId, nonce: formatNumber(nonce) })
        return (
          <li key={payoutId}>
            {may('payout.show') ? (
              <Link
                to="/money/payouts/$payoutId"
                params={{ payoutId: String(payoutId) }}
                className={text.link}
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </li>
        )
      })}
      {payouts.length > SHOWN_MAX && (
        <li className={text.soft}>{t('recovery.more', { count: payouts.length - SHOWN_MAX })}</li>
      )}
    </ul>
  )
}

/** Asks to continue from the nonce of the chain, which always needs a second person. */
function AdoptButton({ recovery, lane }: { recovery: Recovery; lane: Lane }) {
  const { t } = useTranslation('treasury')
  const [isAsking, setAsking] = useState(false)
  const { adoptedNonce, database, chain, lost, chainId, networkName } = recovery
  return (
    <>
      <Button
        tone="risk"
        icon="people"
        disabled={adoptedNonce === null}
        onClick={() => setAsking(true)}
      >
        {t('recovery.adopt', {
          nonce: adoptedNonce === null ? '?' : formatNumber(adoptedNonce),
        })}
      </Button>
      {isAsking && adoptedNonce !== null && (
        <Confirm
          level="C4"
          isDanger
          title={t('recovery.adoptTitle', { name: networkName })}
          action={t('recovery.adoptAction')}
          effect={[
            [t('recovery.chain'), chain.nonce === null ? '?' : formatNumber(chain.nonce)],
            [t('recovery.database'), formatNumber(database.nextNonce)],
            [t('recovery.continues'), formatNumber(adoptedNonce)],
            [t('recovery.resent'), formatNumber(lost.length)],
            [t('waiting'), formatNumber(lane.waiting)],
          ]}
          note={<Note tone="warn">{t('recovery.adoptNote')}</Note>}
          typed={{ label: t('recovery.typeName', { name: networkName }), expected: networkName }}
          run={({ reason, idempotencyKey }) => unfreeze(chainId, reason, idempotencyKey, true)}
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
