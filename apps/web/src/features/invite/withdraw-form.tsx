import { Code } from '@solstice/contract/codes'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { focusFirstProblem } from '#/lib/form.ts'
import { formatAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { shortAddress } from '#/lib/short-address.ts'
import { showToast } from '#/lib/toast.ts'
import { useAction } from '#/lib/use-action.ts'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { AmountField } from '#/ui/amount-field.tsx'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, RowContent, Rows, rowTargetClass, rowTextClass } from '#/ui/rows.tsx'
import { Screen } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { noteWithdrawal, withdraw } from './api.ts'
import type { InviteSummary, InviteTerms, Withdrawal } from './api.ts'
import { ReasonSheet } from './reason-sheet.tsx'
import type { Reason } from './reason-sheet.tsx'
import { useRefusalReason } from './reasons.ts'
import { maxWithdrawal, readAmount } from './withdraw-amount.ts'
import type { AmountProblem } from './withdraw-amount.ts'
import { WithdrawalList } from './withdrawal-list.tsx'
import styles from './withdraw.module.css'

/** These errors are shown at the amount. */
const AMOUNT_ERRORS: readonly (number | undefined)[] = [
  Code.WITHDRAWAL_TOO_SMALL,
  Code.WITHDRAW_LIMIT_EXCEEDED,
  Code.REWARD_BALANCE_INSUFFICIENT,
]

/**
 * These errors pass by themselves, or the screen explains them once it has reloaded the account.
 */
const SHOWN_AS_TOAST: readonly (number | undefined)[] = [
  Code.MAINTENANCE,
  Code.TOO_MANY_REQUESTS,
  Code.PIN_VERIFICATION_REQUIRED,
  Code.TOKEN_EXPIRED,
  Code.WITHDRAWALS_PAUSED,
  Code.PAYOUTS_FROZEN,
  Code.PAYOUT_ON_HOLD,
  Code.WALLET_NOT_FOUND,
]

type WithdrawalRequest = {
  body: Parameters<typeof withdraw>[0]
  pinToken: string
  form: HTMLFormElement
}

type WithdrawFormProps = {
  header: ReactNode
  terms: InviteTerms
  summary: InviteSummary
  address: string
  promptForPin: () => Promise<string | undefined>
  onWithdrawn: (withdrawal: Withdrawal) => void
}

/** Collects amount, network and wallet; the PIN confirms them. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { terms, summary, address } = props
  const { t } = useTranslation('invite')
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [reason, setReason] = useState<Reason>()
  const list = useRef<HTMLDivElement>(null)
  const reasonOf = useRefusalReason(terms, summary)
  const { run, isBusy, isUnconfirmed, dismiss } = useAction({
    call: ({ body, pinToken }: WithdrawalRequest, idempotencyKey) =>
      withdraw(body, { pinToken, idempotencyKey }),
    intent: ['withdrawal'],
    request: ({ body }) => body,
    // The next screen shows the withdrawal and does not wait for the other queries.
    refresh: (_, made) => {
      if (made) noteWithdrawal(queries, made)
      void refreshProgramme(queries)
    },
    onDone: props.onWithdrawn,
    onFailed: (error, { form }) => {
      handleRefusal(error)
      focusFirstProblem(form)
    },
  })
  const symbol = terms.referralSymbol
  const network = terms.networks.find(({ chainId }) => chainId === chosen) ?? terms.networks[0]

  async function submit(form: HTMLFormElement): Promise<void> {
    const read = readAmount(typed, { ...terms, ...summary })
    if ('problem' in read) {
      setProblem(problemText(read.problem))
      return focusFirstProblem(form)
    }
    if (!network || isBusy) return
    const pinToken = await props.promptForPin()
    if (pinToken === undefined) return
    await run({ body: { amount: read.amount, chainId: network.chainId }, pinToken, form })
  }

  function handleRefusal(error: unknown): void {
    const message = messageOf(error, t('withdraw.refused'))
    if (AMOUNT_ERRORS.includes(codeOf(error))) return setProblem(message)
    if (SHOWN_AS_TOAST.includes(codeOf(error))) return showToast(message, { tone: 'attention' })
    setReason(reasonOf(message))
  }

  function problemText(name: AmountProblem): string {
    return t(`withdraw.problem.${name}`, {
      symbol,
      min: formatAmount(terms.minWithdraw),
      balance: formatAmount(summary.withdrawable),
      left: formatAmount(summary.withdrawLimitLeft),
    })
  }

  function check(): void {
    dismiss()
    void refreshProgramme(queries)
    list.current?.scrollIntoView()
  }

  function change(value: string): void {
    setTyped(value)
    setProblem(undefined)
  }

  return (
    <Screen
      header={props.header}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
      dock={
        <>
          <p className={classNames(text.small, text.soft, styles.line)}>
            {t('withdraw.goesTo', { address: shortAddress(address) })}
          </p>
          <Button type="submit" isBusy={isBusy}>
            {t('withdraw.do')}
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        {isUnconfirmed && (
          <UnconfirmedNotice
            title={t('withdraw.unconfirmed.title')}
            check={
              <Button variant="quiet" isCompact onClick={check}>
                {t('withdraw.unconfirmed.check')}
              </Button>
            }
          >
            {t('withdraw.unconfirmed.text')}
          </UnconfirmedNotice>
        )}
        <AmountField
          label={t('withdraw.amount')}
          value={typed}
          onChange={change}
          unit={{ text: symbol }}
          problem={problem}
          note={t('withdraw.available', { amount: formatAmount(summary.withdrawable), symbol })}
        >
          <Button variant="quiet" isCompact onClick={() => change(maxWithdrawal(summary))}>
            {t('withdraw.max')}
          </Button>
        </AmountField>
        <section className={styles.part}>
          <h2 className={classNames(text.small, text.soft)}>{t('withdraw.network')}</h2>
          <Rows>
            {terms.networks.map(({ chainId, networkName }) => (
              <Row key={chainId}>
                <button
                  type="button"
                  className={rowTargetClass}
                  aria-pressed={chainId === network?.chainId}
                  onClick={() => setChosen(chainId)}
                >
                  <RowContent
                    label={networkName}
                    end={chainId === network?.chainId ? 'check' : 'none'}
                  />
                </button>
              </Row>
            ))}
          </Rows>
        </section>
        <section className={styles.part}>
          <h2 className={classNames(text.small, text.soft)}>{t('withdraw.to')}</h2>
          <Rows>
            <Row>
              <div className={rowTextClass}>
                <Address address={address} />
              </div>
            </Row>
          </Rows>
          <p className={classNames(text.small, text.faint)}>
            {t('withdraw.limits', {
              min: formatAmount(terms.minWithdraw),
              max: formatAmount(terms.maxWithdrawPerDay),
              symbol,
            })}
          </p>
        </section>
        <div ref={list}>
          <WithdrawalList />
        </div>
        {reason && <ReasonSheet reason={reason} onClose={() => setReason(undefined)} />}
      </div>
    </Screen>
  )
}

/** Shows the full address, so that the member can compare it. */
export function Address({ address }: { address: string }) {
  return <span className={classNames(text.number, styles.address)}>{address}</span>
}
