/** The instant of all sample replies. */
export const NOW = '2027-01-17T14:12:00.000Z'

export const HASH = 'b7e041d9'.repeat(8)

export const page = { page: 1, size: 20, hasNext: false }
