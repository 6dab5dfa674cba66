/** Only for people for whom bills wait. */
export const loadBillAttention = () => import('./bill-attention.tsx')
