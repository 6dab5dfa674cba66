/** Actuals on screens: what the books say, and what it is in the company. */
export { ActualsPage } from './actuals-page.tsx'
