/** Returns the name of an operator as people know it; the audit stores `operator:min`. */
export const actorName = (actor: string): string => actor.replace(/^operator:/, '')
