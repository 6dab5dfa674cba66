import { formatNumber } from '../../../lib/format.ts'

/** "1 row", "4,993 rows". */
export const counted = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
