import { formatNumber } from '@solstice/ui/format.ts'
import type { Translate } from '#/lib/i18n.ts'
import type { Command } from './command.ts'

/** Returns the whole number in a text such as `57`, `#57` or `approval 57`. */
export function numberIn(text: string): number | undefined {
  const digits = /^(?:[^\d]*[\s#])?#?(\d[\d,]{0,17})$/.exec(text.trim())?.[1]
  if (digits === undefined) return undefined
  const number = Number(digits.replaceAll(',', ''))
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** Returns the places to which a typed number leads: a proposal or an entry of the audit. */
export function jumpsTo(
  text: string,
  calls: readonly string[],
  t: Translate<'command'>,
): Command[] {
  const number = numberIn(text)
  if (number === undefined) return []
  const jumps: Command[] = []
  if (calls.includes('approval.show')) {
    jumps.push({
      id: `approval ${number}`,
      group: 'jumps',
      icon: 'stamp',
      name: t('approval', { id: number }),
      words: [`approval ${number}`],
      isFound: true,
      does: { to: '/approvals/$approvalId', params: { approvalId: String(number) } },
    })
  }
  if (calls.includes('operator.listAudit')) {
    jumps.push({
      id: `audit ${number}`,
      group: 'jumps',
      icon: 'shield',
      name: t('auditEntry', { id: formatNumber(number) }),
      words: [`audit entry ${number}`],
      isFound: true,
      does: { to: '/system/audit', search: { entry: number } },
    })
  }
  return jumps
}
