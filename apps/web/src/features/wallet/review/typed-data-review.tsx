import { shortAddress } from '#/features/wallet/address.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Card } from '#/ui/card.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Notice } from '#/ui/notice.tsx'
import text from '#/ui/text.module.css'
import styles from './review.module.css'
import type { ParsedTypedData, TypedField } from './typed-data.ts'
import type { Acceptance } from './use-acceptance.ts'

type TypedDataReviewProps = {
  parsed: ParsedTypedData
  /** The network that the member is on; data for another one is flagged. */
  network: Network | undefined
  /** The app that asks, as the caller verified it. */
  requestedBy: string
  /** The caller keeps its button locked until the member accepts the data. */
  acceptance: Acceptance
}

/**
 * Shows typed data field by field before it is signed. Data that could not be parsed shows the
 * reason, and the caller offers no signature. Load the texts `review` and `wallet` with it.
 */
export function TypedDataReview(props: TypedDataReviewProps) {
  const { parsed, network, requestedBy, acceptance } = props
  const { t } = useTranslation('review')
  if (!parsed.ok) {
    const isTooBig = parsed.problem === 'too-big'
    return (
      <Notice role="alert" title={t(isTooBig ? 'typed.tooBig' : 'typed.invalid')}>
        {t(isTooBig ? 'typed.tooBigText' : 'typed.invalidText')}
      </Notice>
    )
  }
  const { view } = parsed
  const { chainId, permit } = view
  const spender = permit ? shortAddress(permit.spender) : ''
  return (
    <div className={styles.review}>
      {chainId !== undefined && network !== undefined && chainId !== network.chainId && (
        <Notice role="alert" title={t('typed.otherChain', { chainId: String(chainId) })}>
          {t('typed.otherChainText', { network: network.name })}
        </Notice>
      )}
      {permit ? (
        <Notice role="alert" title={t('typed.permit')}>
          {t(permit.isUnlimited ? 'typed.permitUnlimited' : 'typed.permitText', { spender })}
        </Notice>
      ) : (
        <Notice role="alert" title={t('typed.unknown')}>
          {t('typed.unknownText', { site: requestedBy })}
        </Notice>
      )}
      <Card>
        <p className={classNames(text.small, text.soft)}>{t('typed.about')}</p>
        <p className={classNames(text.strong, styles.value)}>{view.primaryType}</p>
        <Fields fields={view.message} />
      </Card>
      <Card>
        <p className={classNames(text.small, text.soft)}>{t('typed.from')}</p>
        <p className={styles.value}>{requestedBy}</p>
        <Fields fields={view.domain} />
      </Card>
      <Checkbox
        binding={{
          name: 'accept-typed-data',
          checked: acceptance.isAccepted,
          error: undefined,
          onChange: acceptance.onChange,
        }}
      >
        {permit ? t('typed.accept', { spender }) : t('typed.acceptUnknown')}
      </Checkbox>
    </div>
  )
}

function Fields({ fields, isList = false }: { fields: readonly TypedField[]; isList?: boolean }) {
  const { t } = useTranslation('review')
  if (fields.length === 0) return <p className={text.soft}>{t('typed.noEntries')}</p>
  return (
    <dl className={styles.fields}>
      {fields.map((field) => (
        <div key={field.name} className={styles.field}>
          <dt className={classNames(text.small, text.soft)}>
            {isList ? t('typed.entry', { at: field.name }) : field.name}
          </dt>
          <dd className={styles.value} dir="ltr">
            {field.fields ? (
              <div className={styles.inner}>
                <Fields fields={field.fields} isList={field.type.endsWith(']')} />
              </div>
            ) : (
              field.text || <span className={text.soft}>{t('typed.empty')}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
