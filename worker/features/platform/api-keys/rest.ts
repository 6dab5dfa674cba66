import * as endpoints from '../../../../schema/platform/api-keys/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { createApiKey, deleteApiKey, listApiKeys, setApiKeyEnabled } from './operations.ts'

export const apiKeyDoors = [
  door(endpoints.listApiKeys, listApiKeys),
  door(endpoints.createApiKey, createApiKey),
  door(endpoints.deleteApiKey, deleteApiKey),
  door(endpoints.setApiKeyEnabled, setApiKeyEnabled),
]
