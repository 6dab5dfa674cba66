import { type ModuleUnits, whyUnused } from '../../platform/organisation/unit-modules.ts'
import type { CompanyFlag } from '../../shared/permissions.ts'
import type { FormDefinition, Question, QuestionType } from './form.ts'

/**
 * Questions about something that the company doesn't use, such as business units while their module is off. They aren't
 * asked, wherever a form is filled in, so that no one is asked for what can't be chosen. What was answered before stays.
 */

const UNITS: Partial<Record<QuestionType, ModuleUnits>> = {
  BUSINESS_UNIT_SELECT: 'business units',
  ENTITY_SELECT: 'entities',
}

type Flags = Readonly<Record<CompanyFlag, boolean>>

/** Why a question isn't asked, or null. */
export const whyNotAsked = (type: QuestionType, company: Flags): string | null => {
  const units = UNITS[type]
  return units ? whyUnused(units, company) : null
}

/** The types of such questions, which a form has with it while it is filled in. */
export const unusedTypes = (company: Flags): QuestionType[] =>
  (Object.keys(UNITS) as QuestionType[]).filter((type) => whyNotAsked(type, company) !== null)

export const isUnused = ({ unused = [] }: Pick<FormDefinition, 'unused'>, { type }: Pick<Question, 'type'>): boolean =>
  unused.includes(type)

/** Beside a new answer to one of them. */
export const notUsed = (type: QuestionType): string => `Your company doesn’t use ${UNITS[type] ?? 'this'}`
