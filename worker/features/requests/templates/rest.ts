/**
 * Templates of request categories. Invariant: what a template makes is an ordinary category, sound by the rules of the
 * form and workflow builders, that names only what the company has.
 */
import * as endpoints from '../../../../schema/requests/templates/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { listTemplates, useTemplate } from './operations.ts'

export const categoryTemplateDoors: Door[] = [
  door(endpoints.listCategoryTemplates, listTemplates),
  door(endpoints.useCategoryTemplate, useTemplate),
]
