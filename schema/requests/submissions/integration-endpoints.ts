import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { categoryParams } from '../categories/category-endpoints.ts'
import { submissionParams } from './request-endpoints.ts'

/** What requests and their categories exchange with Ironclad contract management (specification 2 §3 and §7). */

export const IRONCLAD_VALUE_TYPES = [
  'string',
  'date',
  'number',
  'address',
  'email',
  'boolean',
  'document',
  'monetaryAmount',
  'duration',
  'object',
  'array',
] as const

/** An attribute of an Ironclad workflow, and what a request fills it with. */
export const ironcladValue = z.object({
  key: z.string(),
  type: z.enum(IRONCLAD_VALUE_TYPES),
  value: z.unknown(),
})
export type IroncladValue = z.infer<typeof ironcladValue>

export const getIroncladValues = endpoint({
  id: 'intake.get-ironclad-values',
  method: 'GET',
  path: '/api/intake-submission/{id}/ironclad-values',
  summary: 'Values a request gives the Ironclad workflows of its tasks',
  params: submissionParams,
  response: z.array(ironcladValue),
})

export const categoryIroncladWorkflows = z.object({
  /** Whether the company has connected Ironclad. Nothing can be chosen before. */
  connected: z.boolean(),
  workflows: z.array(z.object({ templateId: z.string(), name: z.string() })),
})
export type CategoryIroncladWorkflows = z.infer<typeof categoryIroncladWorkflows>

export const getCategoryIroncladWorkflows = endpoint({
  id: 'intake.get-category-ironclad-workflows',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/ironclad-workflows',
  summary: 'The Ironclad workflows that a category may start',
  params: categoryParams,
  response: categoryIroncladWorkflows,
})

export const saveCategoryIroncladWorkflows = endpoint({
  id: 'intake.save-category-ironclad-workflows',
  method: 'POST',
  path: '/api/intake-categories/{intakeCategoryId}/ironclad-workflows',
  summary: 'Choose the Ironclad workflows that a category may start; 422 while Ironclad is not connected',
  params: categoryParams,
  body: z.object({ templateIds: z.array(z.string().trim().min(1, 'Required').max(200)).max(100) }),
  response: categoryIroncladWorkflows,
})
