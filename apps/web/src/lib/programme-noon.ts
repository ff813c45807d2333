/** Returns the noon of a programme day such as 2026-06-16, for formats that take an instant. */
export const noonOf = (day: string): number => Date.parse(`${day}T08:00:00.000Z`)
