import { MAX_ACTION_VALUE, parseFunction } from '@solstice/rules/signing/contract-action'
import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { DraftNumber } from '#/features/builder/fields/draft-number.tsx'
import { DraftSelect } from '#/features/builder/fields/draft-select.tsx'
import { DraftText, DraftTexts } from '#/features/builder/fields/draft-text.tsx'
import { RadioChoice } from '#/features/builder/fields/radio-choice.tsx'
import fields from '#/features/builder/fields/fields.module.css'
import { useTranslation } from '#/lib/i18n.ts'
import { getIn, setIn, textAt } from '#/lib/season-draft.ts'
import { Note } from '#/ui/note.tsx'

const EMPTY = { en: '', ko: '' }
const NEW_ACTION = { name: EMPTY, effect: EMPTY, function: '', arguments: [], value: '0' }

/** The kinds of arguments, each with the fields that it begins with. */
const ARGUMENTS = {
  FIXED: { kind: 'FIXED', value: '' },
  WALLET: { kind: 'WALLET' },
  TEXT: { kind: 'TEXT', label: EMPTY, maxLength: 60 },
  NUMBER: { kind: 'NUMBER', label: EMPTY, min: '1', max: '10' },
} as const
type Kind = keyof typeof ARGUMENTS

/** The kinds that fit a parameter; the first one is the most likely. */
function kindsFor(type: string): readonly [Kind, ...Kind[]] {
  if (type === 'string') return ['TEXT', 'FIXED']
  if (type === 'address') return ['WALLET', 'FIXED']
  return /^u?int/.test(type) ? ['NUMBER', 'FIXED'] : ['FIXED']
}

/** Asks where members make the call; in the app, its function and arguments follow. */
export function ActionFields({ path }: { path: string }) {
  const { t } = useTranslation('builderParts')
  const { draft, edit } = useBuilder()
  const action = `${path}.action`
  const isHere = getIn(draft, action) !== undefined

  function choose(here: boolean): void {
    edit((latest) => {
      const contract = getIn(latest, `${path}.contract`)
      const selector = getIn(latest, `${path}.selector`)
      const call = { kind: 'CALLED', contract, selector }
      return setIn(latest, path, here ? { ...call, action: NEW_ACTION } : call)
    })
  }

  return (
    <>
      <RadioChoice
        question={t('action.question')}
        options={[
          [false, t('action.elsewhere')],
          [true, t('action.here')],
        ]}
        chosen={isHere}
        onChoose={choose}
        path={action}
        of={action}
      />
      {isHere && <Call path={path} action={action} />}
    </>
  )
}

function Call({ path, action }: { path: string; action: string }) {
  const { t } = useTranslation('builderParts')
  const { draft } = useBuilder()
  const parsed = parseFunction(textAt(draft, `${action}.function`))
  return (
    <>
      <Note>{t('action.promise')}</Note>
      <DraftTexts path={`${action}.name`} label={t('action.name')} />
      <DraftTexts path={`${action}.effect`} label={t('action.effect')} />
      <FunctionField path={path} action={action} />
      {parsed?.parameters.map(({ name, type }, at) => (
        <Argument
          key={`${at} ${type}`}
          path={`${action}.arguments.${at}`}
          label={t('action.argument', { name, type })}
          kinds={kindsFor(type)}
        />
      ))}
      <DraftText
        path={`${action}.value`}
        label={t('action.value')}
        help={t('action.valueHelp', { max: String(MAX_ACTION_VALUE) })}
      />
    </>
  )
}

/** The selector and the arguments follow from the function. */
function FunctionField({ path, action }: { path: string; action: string }) {
  const { t } = useTranslation('builderParts')
  const { edit } = useBuilder()
  return (
    <DraftText
      path={`${action}.function`}
      label={t('action.function')}
      placeholder="sign(string line)"
      help={t('action.functionHelp')}
      onText={(typed) =>
        edit((latest) => {
          const written = setIn(latest, `${action}.function`, typed)
          const parsed = parseFunction(typed)
          if (!parsed) return written
          const all = parsed.parameters.map(({ type }, at) => {
            const held = getIn(latest, `${action}.arguments.${at}`)
            const kinds = kindsFor(type)
            return kinds.some((kind) => kind === getIn(held, 'kind')) ? held : ARGUMENTS[kinds[0]]
          })
          const chosen = setIn(written, `${action}.arguments`, all)
          return setIn(chosen, `${path}.selector`, parsed.selector)
        })
      }
    />
  )
}

type ArgumentProps = { path: string; label: string; kinds: readonly Kind[] }

function Argument({ path, label, kinds }: ArgumentProps) {
  const { t } = useTranslation('builderParts')
  const { draft } = useBuilder()
  const { set } = useEdits()
  const kind = getIn(draft, `${path}.kind`)
  return (
    <>
      <div className={fields.row}>
        <DraftSelect
          path={`${path}.kind`}
          label={label}
          options={kinds.map((each) => [each, t(`action.kinds.${each}`)])}
          onValue={(chosen) => {
            const next = kinds.find((each) => each === chosen)
            if (next) set(path, ARGUMENTS[next])
          }}
        />
        {kind === 'FIXED' && <DraftText path={`${path}.value`} label={t('action.fixed')} />}
        {kind === 'TEXT' && (
          <DraftNumber path={`${path}.maxLength`} label={t('action.maxLength')} />
        )}
        {kind === 'NUMBER' && (
          <>
            <DraftText path={`${path}.min`} label={t('action.min')} />
            <DraftText path={`${path}.max`} label={t('action.max')} />
          </>
        )}
      </div>
      {(kind === 'TEXT' || kind === 'NUMBER') && (
        <DraftTexts path={`${path}.label`} label={t('action.label')} />
      )}
    </>
  )
}
