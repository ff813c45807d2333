import { useRef } from 'react'
import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { DraftText } from '#/features/builder/fields/draft-text.tsx'
import { RadioChoice } from '#/features/builder/fields/radio-choice.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { getIn } from '#/lib/season-draft.ts'
import { ChainFields } from './chain-fields.tsx'

/** The proofs of the contract, each with the fields that it begins with. */
const KINDS = {
  LINK: { kind: 'LINK' },
  CODE: { kind: 'CODE', code: '' },
  ONCHAIN: {
    kind: 'ONCHAIN',
    chainId: null,
    requirement: { en: '', ko: '' },
    check: { kind: 'HOLDS', contract: null, minUnits: '' },
  },
} as const

// TypeScript does not infer the keys of the object above.
const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** A file may bring fields of another kind, which must not come back. Values may be unfinished. */
function isWhole(proof: unknown): boolean {
  const kind = KIND_NAMES.find((each) => each === getIn(proof, 'kind'))
  if (kind === undefined || typeof proof !== 'object' || proof === null) return false
  return Object.keys(proof).every((name) => Object.hasOwn(KINDS[kind], name))
}

/** Asks how a completion is known; the answer decides the other fields. */
export function ProofFields({ path }: { path: string }) {
  const { t } = useTranslation('builderParts')
  const { draft } = useBuilder()
  const { set } = useEdits()
  const kind = getIn(draft, `${path}.kind`)
  const former = useRef(new Map<unknown, unknown>())
  /** An arrow key passes other kinds on its way, so what was typed comes back with its kind. */
  function choose(next: keyof typeof KINDS): void {
    const proof = getIn(draft, path)
    if (isWhole(proof)) former.current.set(kind, proof)
    set(path, former.current.get(next) ?? KINDS[next])
  }
  return (
    <>
      <RadioChoice
        question={t('proof.question')}
        options={KIND_NAMES.map((each) => [each, t(`proof.kinds.${each}`)] as const)}
        chosen={KIND_NAMES.find((each) => each === kind)}
        onChoose={choose}
        path={`${path}.kind`}
        of={path}
      />
      {kind === 'CODE' && (
        <DraftText
          path={`${path}.code`}
          label={t('builder:fields.code')}
          placeholder={t('proof.codeExample')}
          help={t('proof.codeHelp')}
          hasCounter
        />
      )}
      {kind === 'ONCHAIN' && <ChainFields path={path} />}
    </>
  )
}
