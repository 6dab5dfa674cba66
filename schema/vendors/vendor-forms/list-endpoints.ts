import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { listOf } from '../../shared/list.ts'
import { sentForm } from './endpoints.ts'
import { sentFormFilters } from './filters.ts'

/** Vendor management › Forms: the forms that were sent to vendors. */

export const listedForm = sentForm.extend({ id: z.string() })
export type ListedForm = z.infer<typeof listedForm>

export const sentFormList = listOf({
  name: 'vendor-forms',
  path: '/api/vendor-forms',
  noun: 'form',
  nouns: 'forms',
  summary: 'Forms that were sent to vendors, newest first',
  filters: sentFormFilters,
  sorts: ['createdAt'],
  mostSorts: 1,
  node: listedForm,
})
export type SentFormQuery = z.output<typeof sentFormList.query>

export const listFormsCsv = endpoint({
  id: 'vendors.form-submissions-csv',
  method: 'GET',
  path: '/api/vendor-form-submissions.csv',
  summary: 'Forms that match the filters, as CSV',
  query: sentFormList.saved,
  response: z.string(),
  raw: 'text/csv',
})
