/** What a vendor company is (specification 1 §3; decisions, "COMPANY and BUSINESS"). */
export const VENDOR_TYPES = ['BUSINESS', 'INDIVIDUAL'] as const
