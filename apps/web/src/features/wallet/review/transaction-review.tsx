import { readableAmount } from '@solstice/rules/amount'
import { cleanUntrustedText } from '@solstice/rules/untrusted-text'
import { shortAddress } from '#/features/wallet/address.ts'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import { Caution, CautionText } from '#/features/wallet/caution.tsx'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Card } from '#/ui/card.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Notice } from '#/ui/notice.tsx'
import text from '#/ui/text.module.css'
import { ChangesCard } from './changes-card.tsx'
import { needsAcceptance } from './explain-transaction.ts'
import type {
  ApprovalGranted,
  BalanceChange,
  ReviewedAsset,
  TransactionExplanation,
} from './explain-transaction.ts'
import { isReadableReason } from './readable-reason.ts'
import styles from './review.module.css'
import { TestedNote } from './tested-note.tsx'
import type { Acceptance } from './use-acceptance.ts'

type TransactionReviewProps = {
  network: Network
  explanation: TransactionExplanation
  /** For what `needsAcceptance`; the caller keeps its button locked until it is given. */
  acceptance: Acceptance
  /** Leaves out the changes where the screen around shows them in its own way. */
  isWithoutChanges?: boolean
  /** The transaction does something else than the screen around says. */
  isUnexpected?: boolean
  /** The screen around refuses the signature, so that nothing is to be accepted. */
  isStopped?: boolean
}

/**
 * Shows what a transaction does before it is signed: changes of balances, approvals, the contract
 * and its function, and whether that was tested. Load the texts `review` and `wallet` with it.
 */
export function TransactionReview(props: TransactionReviewProps) {
  const { network, explanation, acceptance, isWithoutChanges, isUnexpected, isStopped } = props
  const { t } = useTranslation('review')
  const { outcome, approvals } = explanation
  if (outcome.kind === 'fails') return <WouldFail network={network} reason={outcome.reason} />
  const isTested = outcome.kind === 'simulated'
  return (
    <div className={styles.review}>
      {!isWithoutChanges && <Changes network={network} explanation={explanation} />}
      {approvals.length > 0 && <Approvals approvals={approvals} />}
      <Called explanation={explanation} />
      {explanation.hasUnreadable && (
        <Notice role="alert" title={t('unreadable')}>
          {t('unreadableText')}
        </Notice>
      )}
      {!isTested ? (
        <Notice title={t('untested')}>{t('untestedText', { network: network.name })}</Notice>
      ) : (
        !explanation.hasUnreadable && (
          <TestedNote>{t('testedText', { network: network.name })}</TestedNote>
        )
      )}
      {!isStopped && (isUnexpected || needsAcceptance(explanation)) && (
        <Checkbox
          binding={{
            name: 'accept-review',
            checked: acceptance.isAccepted,
            error: undefined,
            onChange: acceptance.onChange,
          }}
        >
          {t(isTested && approvals.length > 0 ? 'acceptUnlimited' : 'acceptUntested')}
        </Checkbox>
      )}
    </div>
  )
}

/** A contract chooses its reason freely. */
const REASON_MAX = 200

function WouldFail({ network, reason }: { network: Network; reason: string }) {
  const { t } = useTranslation('review')
  return (
    <Notice role="alert" title={t('fails')}>
      {t('failsText', { network: network.name })}
      {isReadableReason(reason) &&
        ` ${t('failsReason', { reason: cleanUntrustedText(reason, REASON_MAX) })}`}
    </Notice>
  )
}

/**
 * True if the changes are all that happens: the call was simulated and read, or nothing is called.
 * Nobody knows the rest of any other, so it is never shown as no change.
 */
function isWholeEffect({ outcome, called, hasUnreadable }: TransactionExplanation): boolean {
  return !hasUnreadable && (outcome.kind === 'simulated' || called === undefined)
}

type ExplainedProps = Pick<TransactionReviewProps, 'network' | 'explanation'>

function Changes({ explanation }: ExplainedProps) {
  const { t } = useTranslation('review')
  const { changes, approvals } = explanation
  const isComplete = isWholeEffect(explanation)
  return (
    <ChangesCard
      title={t(isComplete ? 'changes' : 'changesKnown')}
      isUncertain={!isComplete || approvals.length > 0}
      rest={
        <>
          {isComplete
            ? changes.length === 0 && `${t('nothingMoves')} `
            : `${t(changes.length === 0 ? 'changesUnknown' : 'moreUnknown')} `}
          {approvals.length > 0 ? t('approvals') : isComplete && t('noApprovals')}
        </>
      }
    >
      {changes.map((change) => (
        <ChangeRow key={`${change.asset.contract} ${change.id}`} change={change} />
      ))}
    </ChangesCard>
  )
}

function ChangeRow({ change }: { change: BalanceChange }) {
  const { t } = useTranslation('review')
  const { asset, delta, id, recipients } = change
  const sign = delta < 0n ? '−' : '+'
  const amount = amountOf(asset, delta < 0n ? -delta : delta)
  return (
    <div className={styles.row}>
      <span className={classNames(text.strong, text.number, delta < 0n && styles.out)}>
        {sign}
        {amount} {asset.symbol}
      </span>
      {id !== null && (
        <span className={classNames(text.small, text.soft, text.number)}>
          {t('collectible', { id: String(id) })}
        </span>
      )}
      <AssetNote asset={asset} isItem={id !== null} />
      {recipients.length > 0 && (
        <span className={classNames(text.small, text.soft)}>{t('recipient')}</span>
      )}
      {recipients.map((address) => (
        <AddressInFull key={address} address={address} />
      ))}
    </div>
  )
}

function amountOf({ decimals }: ReviewedAsset, amount: bigint): string {
  return readableAmount(amount, decimals ?? 0)
}

/** Says that the name of an unlisted asset proves nothing. */
function AssetNote({ asset, isItem = false }: { asset: ReviewedAsset; isItem?: boolean }) {
  const { t } = useTranslation('review')
  if (asset.isListed || asset.contract === null) return null
  return (
    <span className={classNames(text.small, text.soft)}>
      {shortAddress(asset.contract)} · {t('unlisted')}
      {asset.decimals === undefined && !isItem && ` (${t('rawUnits')})`}
    </span>
  )
}

function Approvals({ approvals }: { approvals: readonly ApprovalGranted[] }) {
  const { t } = useTranslation('review')
  return (
    <Caution role="alert">
      {approvals.map((approval) => {
        const { asset, spender, scope, amount, id } = approval
        return (
          <div key={`${asset.contract} ${spender} ${id}`}>
            <CautionText
              title={t(`approval.${scope}`, {
                symbol: asset.symbol,
                amount: amount === null ? '' : amountOf(asset, amount),
                id: String(id ?? ''),
              })}
            >
              {t('spender')}
            </CautionText>
            <AddressInFull address={spender} />
            <AssetNote asset={asset} isItem={scope !== 'amount'} />
          </div>
        )
      })}
      <p className={classNames(text.small, text.soft)}>{t('until')}</p>
    </Caution>
  )
}

function Called({ explanation: { called } }: Pick<TransactionReviewProps, 'explanation'>) {
  const { t } = useTranslation('review')
  if (!called) return null
  const { contract, selector, signature } = called
  return (
    <Card variant="flush">
      <p className={classNames(text.small, text.soft, styles.head)}>{t('calls')}</p>
      <dl>
        <div className={styles.row}>
          <dt className={classNames(text.small, text.soft)}>{t('contract')}</dt>
          <dd>{contract === null ? t('creation') : <AddressInFull address={contract} />}</dd>
        </div>
        {contract !== null && (
          <div className={styles.row}>
            <dt className={classNames(text.small, text.soft)}>{t('function')}</dt>
            <dd>
              {signature ??
                (selector === '' ? t('noFunction') : t('unknownFunction', { selector }))}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
