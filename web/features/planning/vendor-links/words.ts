import type { LinkReason } from '../../../../schema/planning/actuals/link-values.ts'

/** Why someone should say it. */
export const WHY_OPEN: Record<LinkReason, string> = {
  SEVERAL: 'Several of your vendors have this name.',
  FORM: 'The legal form, or the number in front, isn’t the same.',
  ALIKE: 'Only the beginning of the name is the same.',
  ARCHIVED: 'Your vendor with this name is archived.',
  PORTAL: 'Bank details that your vendor enters in the portal would be used for it.',
  UNDONE: 'This link was removed before.',
  REFUSED: 'You said that it isn’t the vendor with a similar name.',
  NAME: 'The names are the same.',
  LEARNED: 'The name was linked before.',
  NONE: 'You have no vendor with a similar name.',
}

/** Why it was done. */
export const WHY_SETTLED: Partial<Record<LinkReason, string>> = {
  NAME: 'Linked because the names are the same',
  LEARNED: 'Linked because of an earlier answer',
  NONE: 'Added because no vendor had a similar name',
}
