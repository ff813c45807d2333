import { useState } from 'react'
import type { FormEvent } from 'react'
import { PAYOUT_PURPOSES } from '@solstice/rules/payout'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { HOLDS, STATES, isFiltered, parsePayoutsFilter } from './filter.ts'
import type { PayoutsFilter } from './filter.ts'
import { useHoldWords } from './hold-words.ts'
import styles from './payouts.module.css'

type FiltersProps = {
  filter: PayoutsFilter
  networks: readonly { chainId: number; networkName: string }[]
  symbols: readonly string[]
  onChange: (filter: PayoutsFilter) => void
}

/** Edits the filters in the address. A choice applies at once, the member with Enter. */
export function Filters({ filter, networks, symbols, onChange }: FiltersProps) {
  const { t } = useTranslation('payouts')
  const { nameOf } = useHoldWords()
  const set = (name: keyof PayoutsFilter) => (value: string) =>
    onChange(parsePayoutsFilter({ ...filter, [name]: value }))
  const all = ['', t('all')] as const
  const holds =
    filter.heldFor && !HOLDS.some((each) => each === filter.heldFor) ? [filter.heldFor] : []
  const chains = networks.map(({ chainId, networkName }) => [String(chainId), networkName] as const)
  const chosen = filter.chain === undefined ? '' : String(filter.chain)
  const others = chosen && !chains.some(([id]) => id === chosen) ? [[chosen, chosen] as const] : []
  const tokens = Array.from(new Set([...symbols, ...(filter.symbol ? [filter.symbol] : [])]))

  return (
    <div className={styles.filters} role="search" aria-label={t('filters')}>
      <SelectField
        label={t('stateHead')}
        value={filter.state ?? ''}
        options={[
          all,
          ...STATES.map((each) => [each, t(`member:payouts.states.${each}`)] as const),
        ]}
        onValue={set('state')}
      />
      <SelectField
        label={t('heldFor')}
        value={filter.heldFor ?? ''}
        options={[all, ...[...HOLDS, ...holds].map((each) => [each, nameOf(each)] as const)]}
        onValue={set('heldFor')}
      />
      <SelectField
        label={t('purpose')}
        value={filter.purpose ?? ''}
        options={[
          all,
          ...PAYOUT_PURPOSES.map((each) => [each, t(`member:payouts.purposes.${each}`)] as const),
        ]}
        onValue={set('purpose')}
      />
      <SelectField
        label={t('token')}
        value={filter.symbol ?? ''}
        options={[all, ...tokens.map((each) => [each, each] as const)]}
        onValue={set('symbol')}
      />
      <SelectField
        label={t('network')}
        value={chosen}
        options={[all, ...chains, ...others]}
        onValue={set('chain')}
      />
      <MemberFilter key={filter.member} value={filter.member} onValue={set('member')} />
      <Field label={t('from')} type="date" value={filter.from ?? ''} onValue={set('from')} />
      <Field label={t('to')} type="date" value={filter.to ?? ''} onValue={set('to')} />
      {isFiltered(filter) && (
        <div className={styles.clear}>
          <Button tone="plain" icon="close" onClick={() => onChange({})}>
            {t('clear')}
          </Button>
        </div>
      )}
    </div>
  )
}

function MemberFilter({
  value,
  onValue,
}: {
  value: number | undefined
  onValue: (value: string) => void
}) {
  const { t } = useTranslation('payouts')
  const [draft, setDraft] = useState(value === undefined ? '' : String(value))

  function submit(event: FormEvent) {
    event.preventDefault()
    onValue(draft)
  }

  return (
    <form onSubmit={submit}>
      <Field label={t('memberId')} inputMode="numeric" value={draft} onValue={setDraft} />
    </form>
  )
}
