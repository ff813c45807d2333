import { useQuery } from '@tanstack/react-query'
import { mediaEndpoints } from '@solstice/contract/media.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import text from '#/ui/text.module.css'
import { picturesQuery } from './api.ts'
import styles from './pictures.module.css'

type PictureLibraryProps = { onChoose: (url: string) => void; onClose: () => void }

export function PictureLibrary({ onChoose, onClose }: PictureLibraryProps) {
  const { t } = useTranslation('builderParts')
  const query = useQuery(picturesQuery)
  return (
    <Dialog
      title={t('pictures.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <Loaded
        query={query}
        endpoint={mediaEndpoints['media.list']}
        failed={t('pictures.listFailed')}
      >
        {({ list }) =>
          list.length === 0 ? (
            <Empty message={t('pictures.empty')} />
          ) : (
            <ul className={styles.library}>
              {list.map(({ sha256, url, name, width, height }) => (
                <li key={sha256}>
                  <button type="button" className={styles.picture} onClick={() => onChoose(url)}>
                    <img src={url} alt="" width={width} height={height} loading="lazy" />
                    <span>{name}</span>
                    <span className={text.faint}>
                      {t('pictures.size', {
                        width: formatNumber(width),
                        height: formatNumber(height),
                      })}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}
