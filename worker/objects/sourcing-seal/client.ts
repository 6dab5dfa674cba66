import type { Env } from '../../env.ts'

export type { Answer, Asker, Part, Refusal, SealedPart } from './object.ts'

/** The object that seals the bids of an event. */
export const sealOf = (env: Env, companyId: string, eventId: string) =>
  env.SOURCING_SEALS.getByName(JSON.stringify([companyId, eventId]))
