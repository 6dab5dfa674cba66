/** Only for people who work with payments. */
export const loadPaymentAttention = () => import('./home-attention.tsx')
