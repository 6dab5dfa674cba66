/** The section of Home, which most visits of other pages don't need. */
export const loadSpendAttention = () => import('./spend-attention.tsx')
