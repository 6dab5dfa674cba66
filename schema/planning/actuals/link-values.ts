/**
 * PROPOSED: it may be a vendor of the company, and someone should say. UNKNOWN: it is none that is known, and someone
 * should say which. LINKED and MADE: without anyone. ANSWERED: by a person.
 */
export const LINK_STATES = ['PROPOSED', 'UNKNOWN', 'LINKED', 'MADE', 'ANSWERED'] as const
export type LinkState = (typeof LINK_STATES)[number]

/**
 * Why. NAME: the same name but for the legal form. LEARNED: people said so of this name. NONE: no vendor is alike. The rest is
 * why it isn’t sure: SEVERAL vendors of this name, a different legal FORM or number, names that are only ALIKE, an ARCHIVED vendor, one that
 * signs in to the PORTAL and tells its bank details there, a link that was UNDONE, or a REFUSED one.
 */
export const LINK_REASONS = [
  'NAME',
  'LEARNED',
  'NONE',
  'SEVERAL',
  'FORM',
  'ALIKE',
  'ARCHIVED',
  'PORTAL',
  'UNDONE',
  'REFUSED',
] as const
export type LinkReason = (typeof LINK_REASONS)[number]

/** The name of its runs. */
export const LINK_SYNC = { provider: 'OUTLAY', kind: 'LINK_VENDORS' }
