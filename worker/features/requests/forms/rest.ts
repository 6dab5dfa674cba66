import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { readBareSteps, readCustomSelectOptions } from './questions.ts'
import { readFormEffects, readRules } from './rules.ts'

export const formDoors: Door[] = [
  door(endpoints.listIntakeCategoryRules, readRules),
  door(endpoints.getFormEffects, readFormEffects),
  door(endpoints.getBareIntakeSteps, readBareSteps),
  door(endpoints.listCustomSelectOptions, readCustomSelectOptions),
]
