/**
 * Deciding from an email: the page that a link opens, and the company's setting.
 */
export { DecisionLinkSettings } from './decision-link-settings.tsx'
export { DecisionPage } from './decision-page.tsx'
