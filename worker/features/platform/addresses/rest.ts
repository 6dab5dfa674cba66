import { readSuggestedAddress, suggestAddresses } from '../../../../schema/platform/addresses/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readSuggested, suggest } from './operations.ts'

export const addressDoors = [door(suggestAddresses, suggest), door(readSuggestedAddress, readSuggested)]
