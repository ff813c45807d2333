import { useState } from 'react'
import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import { messageOf } from '@solstice/ui/api-error.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import type { Token } from '#/features/builder/tokens/tokens-query.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import styles from './proof-test.module.css'

type Body = CallInput<'seasonPlan.tryProof'>['body']
type TriedProof = Pick<Body, 'chainId' | 'check'>
type Seen = CallData<'seasonPlan.tryProof'>

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

type ProofTestProps = {
  /** Undefined while the proof is not complete. */
  proof: TriedProof | undefined
  /** The token of a balance. */
  token: Token | undefined
}

/** Tries the proof with a real address: the server reads the chain as it would for a member. */
export function ProofTest({ proof, token }: ProofTestProps) {
  const { t } = useTranslation('builderParts')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  // A result belongs to one proof and one address, both of which may be edited afterwards.
  const [result, setResult] = useState<{ of: string; seen: Seen | undefined; problem: string }>()
  const address = typed.trim()
  const body = proof && ADDRESS.test(address) ? { ...proof, address } : undefined
  const of = JSON.stringify(body)

  async function run(): Promise<void> {
    setChecked(true)
    if (!body) return
    setBusy(true)
    try {
      const seen = await call(seasonDraftEndpoints['seasonPlan.tryProof'], { body })
      setResult({ of, seen, problem: '' })
    } catch (error) {
      setResult({ of, seen: undefined, problem: messageOf(error, t('proofTest.noAnswer')) })
    } finally {
      setBusy(false)
    }
  }

  const problem = proof ? t('proofTest.noAddress') : t('proofTest.incomplete')
  const shown = result?.of === of ? result : undefined
  return (
    <>
      <div className={styles.row}>
        <Field
          label={t('proofTest.address')}
          value={typed}
          onValue={setTyped}
          placeholder="0x…"
          autoComplete="off"
          spellCheck={false}
          help={t('proofTest.help')}
          problem={isChecked && !body ? problem : undefined}
        />
        <Button icon="play" isBusy={isBusy} onClick={() => void run()}>
          {t('proofTest.run')}
        </Button>
      </div>
      {shown?.seen && <Reading seen={shown.seen} token={token} />}
      {shown && !shown.seen && (
        <Note tone="bad" isLive>
          {shown.problem}
        </Note>
      )}
    </>
  )
}

/** Says what was read from the chain, and whether a member with it would pass. */
function Reading({ seen, token }: { seen: Seen; token: Token | undefined }) {
  const { t } = useTranslation('builderParts')
  const { outcome, units, transactions } = seen
  const passes = outcome === 'FULFILLED'
  const read =
    units === null
      ? t(passes ? 'proofTest.called' : 'proofTest.notCalled', {
          transactions: formatNumber(transactions ?? 0),
        })
      : t('proofTest.holds', {
          amount: amountText(BigInt(units), token?.decimals ?? 0),
          symbol: token?.symbol ?? t('proofTest.units'),
        })
  return (
    <Note tone={passes ? 'ok' : 'warn'} isLive>
      {outcome === 'UNREACHABLE' ? (
        t('proofTest.unreachable')
      ) : (
        <>
          {read} <b>{t(passes ? 'proofTest.passes' : 'proofTest.fails')}</b>
        </>
      )}
    </Note>
  )
}
