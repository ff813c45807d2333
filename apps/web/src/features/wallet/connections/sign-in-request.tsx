import type { RequestDecision } from '@solstice/rules/connection/request'
import { shortAddress } from '#/features/wallet/address.ts'
import { visibleText } from '#/features/wallet/review/visible-text.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Card } from '#/ui/card.tsx'
import { Facts } from '#/ui/facts.tsx'
import text from '#/ui/text.module.css'
import { vault } from '#/vault/vault.ts'
import { useAnswer } from './answer.ts'
import type { RequestProps } from './answer.ts'
import styles from './connections.module.css'
import { formatInstant } from './instants.ts'
import { RequestScreen } from './request-screen.tsx'

type SignInRequestProps = RequestProps & {
  decision: Extract<RequestDecision, { kind: 'sign-in' }>
}

/** Shows a sign-in in full, because every part of it is signed. */
export function SignInRequest({ decision, ...props }: SignInRequestProps) {
  const { session, userId, networks } = props
  const { t } = useTranslation('connect')
  const { message } = decision
  const { statement, resources, requestId, notBeforeMs, expiresAtMs } = message
  const site = session.site.host
  const network = networks.find(({ chainId }) => chainId === message.chainId)
  const answering = useAnswer({
    ...props,
    network: network?.name ?? '',
    done: t('request.signedIn', { site }),
    // The claim checks the message again.
    check: async () => decision.text,
    sign: async (opening, signed) => (await vault.signMessage(userId, opening, signed)).signature,
  })
  return (
    <RequestScreen
      back={props.back}
      title={t('request.signIn', { site })}
      session={session}
      answering={answering}
      canConfirm
    >
      <p className={text.soft}>{t('request.signInText')}</p>
      {statement !== undefined && (
        <Card>
          <p className={text.small}>{t('request.statement')}</p>
          <p className={styles.value} dir="auto">
            {visibleText(statement)}
          </p>
        </Card>
      )}
      {resources.length > 0 && (
        <Card>
          <p className={text.small}>{t('request.resources')}</p>
          <ul className={styles.resources}>
            {resources.map((resource, at) => (
              <li key={at} className={styles.value} dir="ltr">
                {visibleText(resource)}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Facts
        facts={[
          [t('request.domain'), message.domain],
          [t('request.account'), shortAddress(message.address)],
          [t('request.network'), network?.name ?? String(message.chainId)],
          [t('request.opens'), visibleText(message.uri)],
          [t('request.issued'), formatInstant(message.issuedAtMs)],
          notBeforeMs !== undefined && [t('request.validFrom'), formatInstant(notBeforeMs)],
          expiresAtMs !== undefined && [t('request.expires'), formatInstant(expiresAtMs)],
          requestId !== undefined &&
            requestId !== '' && [t('request.requestId'), visibleText(requestId)],
        ]}
      />
      <details className={styles.exact}>
        <summary>{t('request.exact')}</summary>
        <p className={styles.value} dir="ltr">
          {decision.text.split('\n').map(visibleText).join('\n')}
        </p>
      </details>
    </RequestScreen>
  )
}
