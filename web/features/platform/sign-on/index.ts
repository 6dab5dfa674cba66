/** Signing in at identity providers, and what a company sets up for it. */
export { IntegrationsPage } from './integrations-page.tsx'
export { MemberMethods, OwnMethodsCard } from './late.tsx'
export { LoginReturn } from './login-return.tsx'
