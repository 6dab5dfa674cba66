/** Where a held email is stored unchanged. */
export const heldKey = (companyId: string, messageId: string): string => `held-mail/${companyId}/${messageId}.eml`
