import type { CompanySettings } from '../../../../schema/platform/company/endpoints.ts'
import { COMPANY_CHOICES, flagWords } from '../../../../schema/platform/company/flags.ts'
import { MODULE_NEEDS, MODULES, type Module, turnedOffIn } from '../../../../schema/platform/company/modules.ts'
import { type CompanyFlag, readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { AppError } from '../../../core/errors.ts'

/** Which modules a company has, and what its admins may turn on and off. */

/** Why a module can't be turned off now, told by the area whose work it would stop. */
interface ModuleHold {
  module: Module
  /** SQL that is true meanwhile. ?1 is the company. */
  sql: string
  text: string
}
const holds: ModuleHold[] = []
export const registerModuleHold = (hold: ModuleHold): void => void holds.push(hold)

/** Those of modules that are to be turned off. */
export const holdsOn = (turnedOff: readonly CompanyFlag[]): readonly ModuleHold[] =>
  holds.filter(({ module }) => turnedOff.includes(module))

/** Which the company may turn on whatever the platform says, also where its other settings are. */
export const isChoice = (module: Module): boolean => (COMPANY_CHOICES as readonly CompanyFlag[]).includes(module)

/** On, or turned off by the company itself. @param json a company's stored flags */
export const allowedFlags = (json: string): Record<CompanyFlag, boolean> => ({
  ...readCompanyFlags(json),
  ...Object.fromEntries([...turnedOffIn(json)].map((module) => [module, true])),
})

export const modulesOf = (json: string): CompanySettings['modules'] => {
  const isOn = readCompanyFlags(json)
  const allowed = allowedFlags(json)
  return MODULES.map((module) => ({ module, isOn: isOn[module], isAllowed: allowed[module] || isChoice(module) }))
}

/**
 * The modules that change, once the company may change them. Throws INVALID for one that the platform doesn't give, for
 * one that would be on without the one it needs, and for one that another still needs.
 */
export const switchModules = (json: string, wanted: Partial<Record<Module, boolean | undefined>>): Module[] => {
  const now = modulesOf(json)
  const changed = now.filter(({ module, isOn }) => wanted[module] !== undefined && wanted[module] !== isOn)
  const after = new Map(now.map(({ module, isOn }) => [module, wanted[module] ?? isOn]))
  const faults = changed.flatMap(({ module, isAllowed }): [Module, string][] => {
    const need = MODULE_NEEDS[module]
    if (after.get(module)) {
      if (!isAllowed) return [[module, 'Ask Outlay to add this to your company']]
      return need && !after.get(need) ? [[module, `Turn on ${flagWords(need).label} first`]] : []
    }
    const user = MODULES.find((other) => MODULE_NEEDS[other] === module && after.get(other))
    return user ? [[module, `Turn off ${flagWords(user).label} first`]] : []
  })
  const [first] = faults
  if (first)
    throw new AppError('INVALID', `${flagWords(first[0]).label}: ${first[1]}`, {
      fields: Object.fromEntries(faults.map(([module, text]) => [`modules.${module}`, text])),
    })
  return changed.map(({ module }) => module)
}
