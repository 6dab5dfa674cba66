/** Where a mail that is kept aside lies as it came. */
export const heldKey = (companyId: string, messageId: string): string => `held-mail/${companyId}/${messageId}.eml`
