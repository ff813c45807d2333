import type { ReactNode } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { PlotFrame as Frame } from '#/ui/plot/plot-frame.tsx'
import type { PlotTexts } from '#/ui/plot/plot-frame.tsx'
import type { PlotTable } from '#/ui/plot/plot-table.ts'
import { Plot as Drawing } from '#/ui/plot/plot.tsx'
import type { PlotProps } from '#/ui/plot/plot.tsx'

function usePlotTexts(title: string): PlotTexts {
  const { t } = useTranslation('plot')
  return {
    table: t('table'),
    tableOf: t('tableOf', { title }),
    csv: t('csv'),
    csvOf: t('csvOf', { title }),
  }
}

function formatTick(value: number): string {
  return new Intl.NumberFormat(currentLanguage(), { notation: 'compact' }).format(value)
}

type Own = 'texts' | 'format' | 'formatTick'
type ShownPlot = Omit<PlotProps, Own> & Partial<Pick<PlotProps, 'format'>>

/** A plot over days with the texts and numbers of the present language. */
export function Plot({ format = formatNumber, ...props }: ShownPlot) {
  const texts = usePlotTexts(props.title)
  return <Drawing {...props} texts={texts} format={format} formatTick={formatTick} />
}

type FrameProps = {
  title: string
  beside?: ReactNode
  file: string
  values: PlotTable
  format?: (value: number) => string
  children: ReactNode
}

/** A figure drawn by hand, with its table and file. */
export function PlotFrame({ format = formatNumber, ...props }: FrameProps) {
  return <Frame {...props} format={format} texts={usePlotTexts(props.title)} />
}
