/** Signing in at identity providers, and what a company sets up for it. */
export { LoginReturn } from './login-return.tsx'
