import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { onChainCheck } from '@solstice/contract/missions/proven.schemas'
import { amountText, unitsOf } from '@solstice/rules/amount'
import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { ComputedField } from '#/features/builder/fields/computed-field.tsx'
import { DraftSelect } from '#/features/builder/fields/draft-select.tsx'
import { DraftText, DraftTexts } from '#/features/builder/fields/draft-text.tsx'
import fields from '#/features/builder/fields/fields.module.css'
import { findToken, networksQuery, tokensQuery } from '#/features/builder/tokens/tokens-query.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { getIn, numberAt, setIn, textAt } from '#/lib/season-draft.ts'
import { ActionFields } from './action-fields.tsx'
import { ProofTest } from './proof-test.tsx'

const HOLDS = { kind: 'HOLDS', contract: null, minUnits: '' }
const CALLED = { kind: 'CALLED', contract: '', selector: '' }

/** Picks the network and the token by their names; the plan stores addresses and smallest units. */
export function ChainFields({ path }: { path: string }) {
  const { t } = useTranslation('builderParts')
  const { draft, edit } = useBuilder()
  const { set } = useEdits()
  const { data: networks } = useQuery(networksQuery)
  const may = useMay()
  const check = `${path}.check`
  const isCall = getIn(draft, `${check}.kind`) === 'CALLED'
  const present = getIn(draft, `${path}.chainId`)
  const former = useRef(new Map<unknown, unknown>())
  /** An arrow key passes other options on its way, so what was typed comes back with its option. */
  function remember(): void {
    former.current.set(isCall ? 'CALLED' : present, getIn(draft, check))
  }
  return (
    <>
      <div className={fields.row}>
        <DraftSelect
          path={`${path}.chainId`}
          label={t('builder:fields.chainId')}
          options={(networks?.list ?? []).map((network) => [network.chainId, network.networkName])}
          onValue={(chainId) => {
            remember()
            // Addresses and smallest units belong to one network.
            const held = former.current.get(chainId) ?? HOLDS
            edit((latest) => {
              const moved = setIn(latest, `${path}.chainId`, chainId)
              return isCall ? moved : setIn(moved, check, held)
            })
          }}
        />
        <DraftSelect
          path={`${check}.kind`}
          label={t('proof.check')}
          options={[
            ['HOLDS', t('proof.holds')],
            ['CALLED', t('proof.called')],
          ]}
          onValue={(kind) => {
            remember()
            const [key, first] = kind === 'CALLED' ? ['CALLED', CALLED] : [present, HOLDS]
            set(check, former.current.get(key) ?? first)
          }}
        />
      </div>
      {isCall ? <CalledContract path={check} /> : <HeldToken path={path} />}
      <DraftTexts path={`${path}.requirement`} label={t('builder:fields.requirement')} isLong />
      {may('seasonPlan.tryProof') && <TestOf path={path} />}
    </>
  )
}

/** The selector of a call that is made in the app follows from its function. */
function CalledContract({ path }: { path: string }) {
  const { t } = useTranslation('builderParts')
  return (
    <>
      <div className={fields.row}>
        <DraftText path={`${path}.contract`} label={t('proof.contract')} placeholder="0x…" />
        <DraftText
          path={`${path}.selector`}
          label={t('builder:fields.selector')}
          placeholder="0x12345678"
        />
      </div>
      <ActionFields path={path} />
    </>
  )
}

function TestOf({ path }: { path: string }) {
  const { draft } = useBuilder()
  const { data } = useQuery(tokensQuery)
  const chainId = numberAt(draft, `${path}.chainId`)
  const { data: check } = onChainCheck.safeParse(getIn(draft, `${path}.check`))
  const isBalance = check?.kind === 'HOLDS'
  return (
    <ProofTest
      proof={chainId !== undefined && check ? { chainId, check } : undefined}
      token={isBalance ? findToken(data?.list ?? [], chainId, check.contract) : undefined}
    />
  )
}

function HeldToken({ path }: { path: string }) {
  const { t } = useTranslation('builderParts')
  const { draft } = useBuilder()
  const { set } = useEdits()
  const { data, isError } = useQuery(tokensQuery)
  const chainId = numberAt(draft, `${path}.chainId`)
  const check = `${path}.check`
  const contract = textAt(draft, `${check}.contract`)
  const tokens = (data?.list ?? []).filter((token) => token.chainId === chainId)
  const token = findToken(tokens, chainId, contract === '' ? null : contract)
  const units = textAt(draft, `${check}.minUnits`)
  const decimals = token?.decimals ?? 0
  // Without the decimals of the token the smallest units would look like whole ones.
  const shown = /^\d+$/.test(units) ? amountText(BigInt(units), decimals) : units
  const unknown = isError ? 'tokensFailed' : 'tokensLoading'
  const help = token ? 'wholeUnits' : data ? 'smallestUnits' : unknown
  return (
    <div className={fields.row}>
      <DraftSelect
        path={`${check}.contract`}
        label={t('builder:fields.contract')}
        options={tokens.map(({ address, symbol }) => [address, symbol])}
      />
      <ComputedField
        path={`${check}.minUnits`}
        label={t('builder:fields.minUnits')}
        value={token ? shown : ''}
        isUnknown={!token}
        {...(token && { unit: token.symbol })}
        help={t(`proof.${help}`)}
        onText={(typed) => {
          const parsed = unitsOf(typed, decimals)
          set(`${check}.minUnits`, parsed === undefined ? '' : String(parsed))
          return parsed !== undefined
        }}
      />
    </div>
  )
}
