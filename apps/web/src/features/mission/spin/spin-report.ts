import { webSettings } from '#/lib/settings.ts'

export type FairValues = readonly (readonly [name: string, value: string])[]

export function valuesText(values: FairValues): string {
  return values.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/**
 * Returns a mail link to support with the values filled in, so that the member need not copy them.
 */
export function reportHref(subject: string, values: FairValues): string {
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(valuesText(values))}`
  return `mailto:${webSettings().supportEmail}?${query}`
}
