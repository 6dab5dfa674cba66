/**
 * Second factors of the signed-in person: cards where they are set up, and the dialog that asks for one when a call needs
 * it. What talks to authenticators and draws QR codes loads when it is used.
 */
export { FactorHost } from './factor-host.tsx'
export { FactorCards, FactorPage, FactorSettingsCard, MemberFactors } from './late.tsx'
