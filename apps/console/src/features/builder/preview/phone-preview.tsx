import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { networkEndpoints } from '@solstice/contract/network.endpoints'
import { PREVIEW_PHASES, PREVIEW_SCREENS } from '@solstice/contract/season-preview'
import { LANGUAGES } from '@solstice/contract/messages'
import { currentLanguage } from '@solstice/ui/language.ts'
import { call } from '#/lib/api.ts'
import { LANGUAGE_NAMES, useTranslation } from '#/lib/i18n.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { Choice } from '#/ui/choice.tsx'
import { SelectField } from '#/ui/field.tsx'
import { MissingParts } from './missing-parts.tsx'
import styles from './phone-preview.module.css'
import { PHONE_WIDTHS, daysOf, fittingSettings, tierNames } from './preview-settings.ts'
import type { PreviewSettings } from './preview-settings.ts'
import { usePhoneScale } from './use-phone-scale.ts'
import { usePreviewFrame } from './use-preview-frame.ts'
import { usePreviewed } from './use-previewed.ts'

type PhonePreviewProps = {
  draft: Draft
  seasonId: number
  /** The newest revision that is saved. */
  revision: number
  /** Runs after the server has recorded that a language was seen. */
  onPreviewed?: () => void
}

const PREVIEW_URL = '/preview/'
/** The height of a common phone; its width is a choice. */
const PHONE_HEIGHT = 800

/** The tokens of products; they change rarely and only decide symbols in the shop. */
const tokensQuery = {
  queryKey: ['preview-tokens'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { list } = await call(networkEndpoints['network.showContracts'], {}, { signal })
    return list.map(({ chainId, address, symbol, decimals }) => ({
      chainId,
      contract: address,
      symbol,
      decimals,
    }))
  },
  staleTime: 5 * 60_000,
}

/**
 * Shows the draft in the real app of the members. The frame has neither cookies nor storage nor a
 * network, so the draft stays in this page and no wallet of the operator is reachable.
 */
export function PhonePreview({ draft, seasonId, revision, onPreviewed }: PhonePreviewProps) {
  const { t } = useTranslation('preview')
  const [chosen, setChosen] = useState<PreviewSettings>(() => ({
    language: currentLanguage(),
    width: '390',
    phase: 'during',
    day: 1,
    tier: 0,
    screen: 'season',
  }))
  const { width, ...settings } = fittingSettings(chosen, draft)
  const change = (part: Partial<PreviewSettings>) => setChosen((old) => ({ ...old, ...part }))
  const frame = useRef<HTMLIFrameElement>(null)
  const { data: tokens = [] } = useQuery(tokensQuery)
  const shown = usePreviewFrame(frame, { seasonId, draft, tokens, ...settings })
  usePreviewed({ seasonId, revision, shown, onPreviewed })
  const phone = useRef<HTMLDivElement>(null)
  const scale = usePhoneScale(phone, Number(width))
  return (
    <section className={styles.preview} aria-label={t('title')}>
      <PreviewControls draft={draft} settings={{ width, ...settings }} onChange={change} />
      <div ref={phone} className={styles.room} style={{ height: PHONE_HEIGHT * scale + 24 }}>
        <div
          className={styles.phone}
          // A layer of its own would blur letters that are drawn in their own size.
          style={scale < 1 ? { transform: `scale(${scale})` } : undefined}
        >
          <iframe
            ref={frame}
            className={styles.frame}
            sandbox="allow-scripts"
            title={t('frame')}
            src={PREVIEW_URL}
            width={width}
            height={PHONE_HEIGHT}
          />
        </div>
      </div>
      <MissingParts draft={draft} shown={shown} />
    </section>
  )
}

type PreviewControlsProps = {
  draft: Draft
  settings: PreviewSettings
  onChange: (part: Partial<PreviewSettings>) => void
}

function PreviewControls({ draft, settings, onChange }: PreviewControlsProps) {
  const { t } = useTranslation('preview')
  const { language, width, phase, day, tier, screen } = settings
  const days = Array.from({ length: daysOf(draft) }, (_, at) => at + 1)
  return (
    <div className={styles.controls}>
      <Choice
        look="segments"
        label={t('language')}
        value={language}
        options={LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each]] as const)}
        onValue={(value) => onChange({ language: value })}
      />
      <Choice
        look="segments"
        label={t('width')}
        value={width}
        options={PHONE_WIDTHS.map((each) => [each, each] as const)}
        onValue={(value) => onChange({ width: value })}
      />
      <Choice
        look="segments"
        label={t('phase')}
        value={phase}
        options={PREVIEW_PHASES.map((each) => [each, t(`phases.${each}`)] as const)}
        onValue={(value) => onChange({ phase: value })}
      />
      <div className={styles.selects}>
        <SelectField
          label={t('screen')}
          value={screen}
          options={PREVIEW_SCREENS.map((each) => [each, t(`screens.${each}`)] as const)}
          onValue={(value) => onChange({ screen: value })}
        />
        <SelectField
          label={t('day')}
          value={String(day)}
          options={days.map((each) => [String(each), t('dayNumber', { day: each })] as const)}
          onValue={(value) => onChange({ day: Number(value), phase: 'during' })}
        />
        <SelectField
          label={t('tier')}
          value={String(tier)}
          options={tierNames(draft, language).map((name, at) => [String(at), name] as const)}
          onValue={(value) => onChange({ tier: Number(value) })}
        />
      </div>
    </div>
  )
}
