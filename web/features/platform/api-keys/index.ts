/**
 * API keys. Invariant: a key is shown once and never kept in the app.
 */

export { apiKeyKeys, revokeApiKey, setApiKeyEnabled, useApiKeys } from './api.ts'
export { default as apiKeysClasses } from './api-keys.module.css'
export { CreateKeyDialog } from './create-key-dialog.tsx'
