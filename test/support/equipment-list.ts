import { z } from 'zod'
import { endpoint } from '../../schema/shared/endpoint.ts'
import { listEndpoints, several, severalResults } from '../../schema/shared/list.ts'
import {
  choiceFilter,
  lookupFilter,
  monthsFilter,
  searchFilter,
  statusFilter,
} from '../../schema/shared/list-filters.ts'
import { fieldsOf } from '../../schema/shared/record.ts'
import { requiredText } from '../../schema/shared/values.ts'

/** A list that the product does not have: equipment that people borrow. It shows what a new list costs. */

export interface EquipmentRow {
  id: string
  name: string
  kind: string
  holder: string
  returnBy: string
  archived: boolean
  version: number
}

const KIND_WORDS = { CAMERA: 'Camera', LAPTOP: 'Laptop', PHONE: 'Phone' } as const
const { stored } = fieldsOf<EquipmentRow>()
const text = z.string()

export const equipmentFields = {
  name: stored('name', text, requiredText(200), { label: 'Name', empty: '', csv: true }),
  kind: stored('kind', text, text, {
    ...{ label: 'Kind', empty: 'LAPTOP', csv: true, listed: { width: '8rem' } },
    text: (kind: string) => KIND_WORDS[kind as keyof typeof KIND_WORDS],
  }),
  holder: stored('holder', text, text, { label: 'Holder', empty: '', csv: true, listed: { width: '10rem' } }),
  returnBy: stored('returnBy', text, text, { label: 'Return by', empty: '', csv: true, listed: { width: '8rem' } }),
}

export const equipmentFilters = {
  search: searchFilter('Search equipment', 'Search by name'),
  filter: statusFilter(['ACTIVE', 'ALL', 'ARCHIVED']),
  kind: choiceFilter(['CAMERA', 'LAPTOP', 'PHONE'], KIND_WORDS, { label: 'Kind' }),
  holderUserId: lookupFilter('member', { label: 'Holder', isFurther: true }),
  returnRange: monthsFilter('Returns'),
} as const

export const equipmentList = listEndpoints({
  name: 'equipment',
  path: '/api/equipment',
  noun: 'item',
  nouns: 'items',
  summary: 'Equipment by name, page by page',
  filters: equipmentFilters,
  sorts: ['name', 'returnBy'],
  node: z.object({
    ...{ id: text, name: text, kind: text, holder: text, returnBy: text },
    ...{ archived: z.boolean(), version: z.number() },
  }),
})

export const archiveEquipment = endpoint({
  id: 'equipment.archive',
  method: 'POST',
  path: '/api/equipment/archive',
  summary: 'Archive or unarchive equipment, with the result for each',
  body: z.object({ ids: several('item'), archived: z.boolean() }),
  response: severalResults,
})
