import { endpoint } from '../../shared/endpoint.ts'
import { createSpendRequest, spendInput, spendParams, spendRequest } from './endpoints.ts'

/** The spend request that a request led to (specification 2 §3 and §7). */

export const getSpendRequestOfSubmission = endpoint({
  id: 'spend-requests.for-submission',
  method: 'GET',
  path: '/api/intake-submission/{id}/spend-request',
  summary: 'The spend request of a request, or null if there is none that the person can see',
  params: spendParams,
  response: spendRequest.nullable(),
})

export const createSpendRequestOfSubmission = endpoint({
  id: 'spend-requests.create-for-submission',
  method: 'POST',
  path: '/api/intake-submission/{id}/spend-request',
  summary: 'File the spend request of a request',
  params: spendParams,
  body: spendInput,
  response: createSpendRequest.response,
})
