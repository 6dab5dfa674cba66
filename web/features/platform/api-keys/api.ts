import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/api-keys/endpoints.ts'
import { call } from '../../../lib/rest.ts'

export const apiKeyKeys = { all: ['api-keys'] as const }

export const useApiKeys = () =>
  useQuery({ queryKey: apiKeyKeys.all, queryFn: ({ signal }) => call(endpoints.listApiKeys, { signal }) })

export const revokeApiKey = (apiKeyId: string, commandId: string) =>
  call(endpoints.deleteApiKey, { params: { apiKeyId }, commandId })

export const setApiKeyEnabled = (apiKeyId: string, enabled: boolean, commandId: string) =>
  call(endpoints.setApiKeyEnabled, { params: { apiKeyId }, body: { enabled }, commandId })
