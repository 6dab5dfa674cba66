export const provisioningKeys = {
  keys: ['provisioning', 'keys'] as const,
  mappings: ['provisioning', 'mappings'] as const,
  open: ['provisioning', 'open'] as const,
}
