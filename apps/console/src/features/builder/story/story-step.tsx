import { useBuilder, useEdits } from '#/features/builder/builder-context.ts'
import { DraftText, DraftTexts } from '#/features/builder/fields/draft-text.tsx'
import { ItemPanel } from '#/features/builder/fields/item-panel.tsx'
import { PictureField } from '#/features/builder/pictures/picture-field.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { listAt } from '#/lib/season-draft.ts'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'

/** Edits the texts and pictures by which members know the season. */
export function StoryStep() {
  const { t } = useTranslation('builder')
  const { draft, isReadOnly } = useBuilder()
  const { add, remove } = useEdits()
  return (
    <>
      <Panel>
        <DraftTexts path="title" label={t('fields.title')} />
        <DraftTexts path="description" label={t('fields.description')} isLong />
        <PictureField path="imageUrl" label={t('fields.imageUrl')} />
      </Panel>
      {listAt(draft, 'banners').map((_, at) => {
        const path = `banners.${at}`
        const name = t('banner', { number: at + 1 })
        return (
          <ItemPanel
            key={path}
            path={path}
            title={name}
            removeLabel={t('builderParts:remove', { name })}
            onRemove={() =>
              remove('banners', at, {
                removed: t('builderParts:removed', { name }),
                undo: t('common:undo'),
              })
            }
          >
            <DraftTexts
              path={`${path}.title`}
              label={t('builderParts:story.bannerTitle', { number: at + 1 })}
            />
            <PictureField
              path={`${path}.imageUrl`}
              label={t('builderParts:story.bannerPicture', { number: at + 1 })}
            />
            <DraftText
              path={`${path}.linkUrl`}
              label={t('builderParts:story.bannerLink', { number: at + 1 })}
              help={t('builderParts:linkHelp')}
              isOptional
            />
          </ItemPanel>
        )
      })}
      <div>
        <Button
          icon="plus"
          disabled={isReadOnly}
          onClick={() => add('banners', { title: { en: '', ko: '' }, imageUrl: '', linkUrl: null })}
        >
          {t('builderParts:story.addBanner')}
        </Button>
      </div>
    </>
  )
}
