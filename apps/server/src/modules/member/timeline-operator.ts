/** Returns the name of the operator in the audit's actor; null for the server itself. */
export function operatorOf(actor: string): string | null {
  return actor.startsWith('operator:') ? actor.slice('operator:'.length) : null
}
