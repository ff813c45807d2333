import { isOverValue, valueOf } from '@solstice/rules/connection/limits'
import type { RequestDecision } from '@solstice/rules/connection/request'
import { useState } from 'react'
import { parseTypedData } from '#/features/wallet/review/typed-data.ts'
import { TypedDataReview } from '#/features/wallet/review/typed-data-review.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { Notice } from '#/ui/notice.tsx'
import { vault } from '#/vault/vault.ts'
import { formatLimit } from './amounts.ts'
import { Withdrawn, useAnswer } from './answer.ts'
import type { RequestProps } from './answer.ts'
import { pricedAssets } from './outgoing.ts'
import { REFUSALS } from './refusals.ts'
import { RequestScreen } from './request-screen.tsx'

type TypedDataRequestProps = RequestProps & {
  decision: Extract<RequestDecision, { kind: 'typed-data' }>
}

/** Shows typed data field by field before it is signed. */
export function TypedDataRequest({ decision, ...props }: TypedDataRequestProps) {
  const { session, userId, networks, assets } = props
  const { t } = useTranslation('connect')
  const [isAccepted, setAccepted] = useState(false)
  const [parsed] = useState(() => parseTypedData(decision.json))
  const network = networks.find(({ chainId }) => chainId === decision.chainId)
  const view = parsed.ok ? parsed.view : undefined
  // A permission moves tokens without a transaction; nobody knows what any other data moves.
  const isPermit = view?.permit !== undefined
  const usd = view?.takes && valueOf([view.takes], decision.chainId, pricedAssets(assets))
  const [openedAtMs] = useState(() => Date.now())
  const isOver = isPermit && isOverValue(usd, session.limits, session.spent, openedAtMs)
  const answering = useAnswer({
    ...props,
    network: network?.name ?? '',
    done: t('request.signed', { site: session.site.host }),
    check: async () => {
      if (!parsed.ok) throw new Withdrawn()
      return parsed.view.signable
    },
    sign: async (opening, data) => (await vault.signTypedData(userId, opening, data)).signature,
    moves: isPermit ? { usd } : undefined,
    ...(isOver && { refusal: REFUSALS.value }),
  })
  return (
    <RequestScreen
      back={props.back}
      title={t('request.typedData')}
      session={session}
      answering={answering}
      canConfirm={parsed.ok && !isOver && isAccepted}
    >
      {isOver && (
        <Notice role="alert" title={t('request.overLimit')}>
          {usd === undefined
            ? t('request.noPrice')
            : t('request.overLimitText', { limit: formatLimit(session.limits.usdPerDay ?? 0) })}
        </Notice>
      )}
      <TypedDataReview
        parsed={parsed}
        network={network}
        requestedBy={session.site.host}
        acceptance={{ isAccepted, onChange: setAccepted }}
      />
    </RequestScreen>
  )
}
