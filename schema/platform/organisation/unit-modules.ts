import type { CompanyFlag } from '../../shared/permissions.ts'

/**
 * Units that are a module of their own: while it is off they aren't offered for members, services and spend requests, and
 * no one newly chooses one. What was chosen before stays, as it does for other currencies.
 */
const MODULES = { 'business units': 'enableBusinessUnits', entities: 'enableEntities' } as const

export type ModuleUnits = keyof typeof MODULES

/** Why none of them can be chosen, or null. In the words of `whyOff`, whose texts about all flags forms don't load. */
export const whyUnused = (units: ModuleUnits, company: Readonly<Record<CompanyFlag, boolean>>): string | null =>
  company[MODULES[units]] ? null : `Your company doesn’t use ${units}`
